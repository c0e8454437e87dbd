import { type FormEvent, useState } from "react";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { useResolve } from "../api";
import type { Alert } from "../types";

const DESCRIPTION =
  "The alert also closes by itself after the next good run. If the problem remains, the next run opens it again.";

interface ResolveDialogProps {
  project: string;
  alert: Alert;
  open: boolean;
  onClose: () => void;
}

export function ResolveDialog({ project, alert, open, onClose }: ResolveDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      width="sm"
      title="Resolve the alert?"
      description={DESCRIPTION}
    >
      <ResolveForm project={project} alert={alert} onClose={onClose} />
    </Dialog>
  );
}

/** Alerts about a level that can become the new usual; a run that failed has none. */
const LEVELS = new Set<Alert["rule"]>(["drop", "drop_share", "change_point", "judge_drift", "threshold"]);

function ResolveForm({ project, alert, onClose }: Omit<ResolveDialogProps, "open">) {
  const [note, setNote] = useState("");
  const [accept, setAccept] = useState(false);
  const resolve = useResolve(project);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    resolve.mutate(
      { alert: alert.id, note: note.trim(), accept },
      {
        onSuccess: () => {
          notify.success("Alert resolved");
          onClose();
        },
        onError: notify.failure,
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label="What was the cause?" optional hint="For people who read this alert later.">
        <Textarea value={note} onChange={({ target }) => setNote(target.value)} maxLength={2000} />
      </Field>
      {[alert, ...alert.findings].some(({ rule }) => LEVELS.has(rule)) && (
        <Checkbox checked={accept} onChange={setAccept} label="Accept this level as the new baseline for later runs" />
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={resolve.isPending}>
          Resolve
        </Button>
      </DialogFooter>
    </form>
  );
}
