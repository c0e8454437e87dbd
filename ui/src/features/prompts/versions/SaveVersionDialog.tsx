import { type FormEvent, useState } from "react";
import { ApiError, fieldProblems } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { useSaveVersion } from "../changes";
import type { PromptDraft } from "../draft/usePromptDraft";

interface SaveVersionDialogProps {
  project: string;
  draft: PromptDraft;
  onClose: () => void;
}

export function SaveVersionDialog({ project, draft, onClose }: SaveVersionDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Save version ${draft.base.latest + 1}`}
      description="A version never changes again. Runs and labels point to versions."
      width="sm"
    >
      <SaveVersionForm project={project} draft={draft} onClose={onClose} />
    </Dialog>
  );
}

function SaveVersionForm({ project, draft, onClose }: SaveVersionDialogProps) {
  const [changelog, setChangelog] = useState("");
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const save = useSaveVersion(project, draft.base.id);
  const submit = async () => {
    setBusy(true);
    setProblems([]);
    try {
      const revision = await savedRevision(draft);
      if (revision === null) return setProblems(["The draft could not be saved. Close this and look at what is marked."]);
      const made = await save.mutateAsync({ changelog: changelog.trim(), revision });
      notify.success(`Version ${made.number} saved`);
      onClose();
    } catch (error) {
      setProblems(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void submit();
  };
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-3">
      <Field label="What changed" optional hint="Shown in the list of versions.">
        <Textarea
          rows={3}
          maxLength={500}
          value={changelog}
          onChange={(event) => setChangelog(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit(event);
          }}
          placeholder="Asks for JSON and names the fields"
        />
      </Field>
      {problems.length > 0 && (
        <Notice tone="error" alert>
          {problems.length === 1 ? problems[0] : <ul className="list-inside list-disc">{problems.map((words) => <li key={words}>{words}</li>)}</ul>}
        </Notice>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>Cancel</Button>
        <Button type="submit" loading={busy}>Save version</Button>
      </DialogFooter>
    </form>
  );
}

/** The revision that holds everything that was typed, or null if it could not be saved. */
async function savedRevision(draft: PromptDraft): Promise<number | null> {
  return (await draft.save()) ? draft.current().revision : null;
}

function wordsOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) return ["Something went wrong. Try again in a moment."];
  const fields = fieldProblems(error).map(({ message }) => message);
  return fields.length > 0 ? [...new Set(fields)] : [error.message];
}
