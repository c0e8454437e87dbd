import { type KeyboardEvent, useState } from "react";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Kbd } from "@/shared/ui/Kbd";
import { Notice } from "@/shared/ui/Notice";

interface ApproveDialogProps {
  /** What is approved: the suggestion, some of it, an edit. */
  what: string;
  base: number;
  iteration: number;
  /** The reviewer's own text is larger than guardrails like: why, in words. */
  beyond: string[];
  busy: boolean;
  onApprove: (notes: string, anyway: boolean) => void;
  onClose: () => void;
}

/** Approving makes a version and spends money on the next iteration: it says so, and takes a note. */
export function ApproveDialog({ what, base, iteration, beyond, busy, onApprove, onClose }: ApproveDialogProps) {
  const [notes, setNotes] = useState("");
  const [sure, setSure] = useState(false);
  const insists = beyond.length > 0;
  const ready = !insists || sure;
  const approve = () => ready && !busy && onApprove(notes.trim(), insists);
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") approve();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Approve ${what}?`}
      description={
        `It becomes a new version, based on version ${base}. ` +
        `Iteration ${iteration + 1} starts with that version immediately, unless a stop rule ends the experiment.`
      }
    >
      <Field label="Note" optional hint="Kept with the decision and in the audit log.">
        <Textarea
          value={notes}
          rows={2}
          maxLength={1_000}
          dir="auto"
          onChange={(event) => setNotes(event.target.value)}
          onKeyDown={onKey}
        />
      </Field>
      {insists && (
        <Notice tone="warning" className="mt-4">
          <p className="font-medium">Your edit is larger than a suggestion may be</p>
          <ul className="mt-1 list-disc pl-4">
            {beyond.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <div className="mt-2">
            <Checkbox
              checked={sure}
              onChange={setSure}
              label={<span className="text-warning">Approve the larger edit. This is logged.</span>}
            />
          </div>
        </Notice>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} disabled={!ready} onClick={approve}>
          Approve and continue
        </Button>
        <span className="hidden items-center gap-1 text-xs text-ink-subtle sm:flex">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
      </DialogFooter>
    </Dialog>
  );
}
