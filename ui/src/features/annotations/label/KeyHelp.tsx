import type { RefObject } from "react";
import { Dialog } from "@/shared/ui/Dialog";
import { Kbd } from "@/shared/ui/Kbd";
import { keyHints, type Question } from "./labelDraft";

export function KeyHelp({
  question,
  open,
  onOpenChange,
  returnFocusTo,
}: {
  question: Question;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Not the button that opened it: the next Enter saves the label instead of opening the help again. */
  returnFocusTo: RefObject<HTMLElement | null>;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      returnFocusTo={returnFocusTo}
      title="Keys for labelling"
      description="Everything works without a mouse."
      width="sm"
    >
      <dl className="flex flex-col gap-0.5">
        {keyHints(question).map(({ keys, text }) => (
          <div key={text} className="flex min-h-8 items-center justify-between gap-4 text-sm">
            <dt className="text-ink-muted">{text}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
