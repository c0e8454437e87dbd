import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "./Button";
import { Dialog, DialogFooter } from "./Dialog";
import { Field } from "./Field";
import { Input } from "./Input";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  danger?: boolean;
  busy?: boolean;
  /** For what cannot be taken back lightly: the person types this first. */
  typeToConfirm?: string;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description} width="sm">
      <ConfirmForm {...props} />
    </Dialog>
  );
}

// A component of its own so that what was typed is forgotten when the dialog closes.
function ConfirmForm({ onOpenChange, confirmLabel, onConfirm, danger, busy, typeToConfirm }: ConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  // A double click comes before the render that would say busy.
  const sent = useRef(false);
  useEffect(() => {
    if (!busy) sent.current = false;
  }, [busy]);
  const allowed = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!allowed || busy || sent.current) return;
    sent.current = true;
    onConfirm();
  };
  return (
    <form onSubmit={submit}>
      {typeToConfirm !== undefined && (
        <Field label={`Type “${typeToConfirm}” to confirm`}>
          <Input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
        </Field>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button type="submit" variant={danger ? "danger" : "primary"} disabled={!allowed} loading={busy ?? false}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
