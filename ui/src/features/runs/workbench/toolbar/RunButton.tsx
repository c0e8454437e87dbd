import { Play } from "lucide-react";
import { Button } from "@/shared/ui/Button";
import { Kbd } from "@/shared/ui/Kbd";
import { Tooltip } from "@/shared/ui/Tooltip";

export interface RunButtonProps {
  starting: boolean;
  /** There is a model to ask. */
  ready: boolean;
  onRun: () => void;
}

/** The only button that starts a run; its key works everywhere on the screen. */
export function RunButton({ starting, ready, onRun }: RunButtonProps) {
  const button = (
    <Button size="sm" loading={starting} disabled={!ready} aria-keyshortcuts="Control+Enter Meta+Enter" onClick={onRun}>
      {!starting && <Play aria-hidden className="fill-current" />} Run
      <span aria-hidden className="ml-1 hidden opacity-80 @xl:inline">
        <Kbd>Ctrl ↵</Kbd>
      </span>
    </Button>
  );
  return ready ? button : <Tooltip text="Choose a model first">{button}</Tooltip>;
}
