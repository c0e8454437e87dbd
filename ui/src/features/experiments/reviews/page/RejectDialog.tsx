import { type KeyboardEvent, useState } from "react";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Kbd } from "@/shared/ui/Kbd";

interface RejectDialogProps {
  busy: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** A rejection without a reason teaches nobody anything. */
export function RejectDialog({ busy, onReject, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const reject = () => {
    if (busy) return;
    if (reason.trim() === "") return setMissing(true);
    onReject(reason.trim());
  };
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") reject();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Reject the suggestion?"
      description={
        "The prompt does not change, and the experiment waits for a person: " +
        "to edit the prompt, to ask for another suggestion, or to finish."
      }
    >
      <Field
        label="Reason"
        required
        error={
          missing && reason.trim() === "" ? "Enter a reason. The next suggestion may take it into account." : undefined
        }
        hint="Up to 1,000 characters. Kept with the decision and in the audit log."
      >
        <Textarea
          value={reason}
          rows={3}
          maxLength={1_000}
          dir="auto"
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={onKey}
        />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" loading={busy} onClick={reject}>
          Reject
        </Button>
        <span className="hidden items-center gap-1 text-xs text-ink-subtle sm:flex">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
      </DialogFooter>
    </Dialog>
  );
}
