import { type FormEvent, useState } from "react";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";

interface NameDialogProps {
  title: string;
  description: string;
  initial: string;
  action: string;
  busy: boolean;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a prompt that is about to be. */
export function NameDialog(props: NameDialogProps) {
  return (
    <Dialog open onOpenChange={props.onClose} title={props.title} description={props.description} width="sm">
      <NameForm {...props} />
    </Dialog>
  );
}

function NameForm({ initial, action, busy, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!name.trim()) return setProblem("Name is required");
    onName(name.trim()).catch((error: unknown) =>
      setProblem(error instanceof ApiError ? error.message : "Something went wrong."),
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Name" required error={problem}>
        <Input value={name} maxLength={255} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {action}
        </Button>
      </DialogFooter>
    </form>
  );
}
