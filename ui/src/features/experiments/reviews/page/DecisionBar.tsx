import { Check, Pencil, X } from "lucide-react";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Kbd } from "@/shared/ui/Kbd";

interface DecisionBarProps {
  /** What would be approved, in a few words. */
  what: string;
  /** Why it cannot be approved now; null if it can. */
  refused: string | null;
  /** Approving goes beyond the size that a refiner may change. */
  insists: boolean;
  editing: boolean;
  onApprove: () => void;
  onReject: () => void;
  onEdit: () => void;
}

/** The three things a reviewer can do, in sight wherever the page is read. */
export function DecisionBar({ what, refused, insists, editing, onApprove, onReject, onEdit }: DecisionBarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Decision"
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg",
        "border border-line-strong bg-raised px-4 py-2.5 shadow-float",
      )}
    >
      <p
        role="status"
        className={
          refused ? "min-w-0 flex-1 basis-56 text-sm text-error" : "min-w-0 flex-1 basis-56 text-sm text-ink-muted"
        }
      >
        {visibleText(refused ?? what)}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" aria-keyshortcuts="," onClick={onReject}>
          <X aria-hidden /> Reject <Kbd>,</Kbd>
        </Button>
        {!editing && (
          <Button variant="secondary" aria-keyshortcuts="e" onClick={onEdit}>
            <Pencil aria-hidden /> Edit <Kbd>E</Kbd>
          </Button>
        )}
        <Button aria-keyshortcuts="." disabled={refused !== null} onClick={onApprove}>
          <Check aria-hidden /> {insists ? "Approve anyway" : editing ? "Approve my edit" : "Approve"}{" "}
          <AccentKbd>.</AccentKbd>
        </Button>
      </div>
    </div>
  );
}

/** On the accent colour a plain key cap would have no contrast. */
function AccentKbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-current/40 px-1 text-2xs">
      {children}
    </kbd>
  );
}
