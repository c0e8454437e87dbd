import type { ReactNode } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { DialogFooter } from "@/shared/ui/Dialog";

interface ChangedTextProps {
  /** What the model says it changed. */
  changes: readonly string[];
  onUse: () => void;
  children: ReactNode;
}

/** A text before and after, with what was changed and why. */
export function ChangedText({ changes, onUse, children }: ChangedTextProps) {
  return (
    <>
      {changes.length > 0 && (
        <ul className="mb-3 flex list-disc flex-col gap-1 pl-5 text-sm text-ink-muted">
          {changes.map((change, index) => (
            <li key={index} className="wrap-anywhere">
              {visibleText(change)}
            </li>
          ))}
        </ul>
      )}
      <div
        role="region"
        aria-label="What would change"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
        tabIndex={0}
        className="max-h-[50dvh] overflow-auto rounded-md border border-line bg-surface px-3 py-2.5"
      >
        {children}
      </div>
      <DialogFooter>
        <Button onClick={onUse}>Use this</Button>
      </DialogFooter>
    </>
  );
}
