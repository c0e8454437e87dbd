import { Radio, RefreshCw } from "lucide-react";
import { useConnectionState } from "@/shared/live/connectionState";
import { Tooltip } from "@/shared/ui/Tooltip";

/** Whether what is on screen is being kept up to date right now. */
export function ConnectionBadge() {
  const state = useConnectionState();
  return (
    <div role="status" aria-label="Connection" className="flex h-8 items-center text-xs">
      {state === "live" && (
        <Tooltip text="Changes by others appear immediately" side="bottom">
          <span className="inline-flex items-center gap-1.5 text-ink-muted">
            <Radio aria-hidden className="size-3.5 text-success-mark" /> Live
          </span>
        </Tooltip>
      )}
      {state === "reconnecting" && (
        <Tooltip text="The connection was lost. Edison tries to reconnect every 5 seconds." side="bottom">
          <span className="inline-flex items-center gap-1.5 font-medium text-warning">
            <RefreshCw aria-hidden className="size-3.5 animate-spin" /> Reconnecting…
          </span>
        </Tooltip>
      )}
    </div>
  );
}
