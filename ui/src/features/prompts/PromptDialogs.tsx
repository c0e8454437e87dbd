/** The questions asked about a prompt as a whole: its description and its end. */
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { Prompt } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { notify } from "@/shared/ui/notify";
import { useDescribePrompt, useRemovePrompt } from "./promptMutations";
import { PRODUCTION } from "./promptPhrasing";

interface PromptDialogProps {
  project: string;
  prompt: Prompt;
  onClose: () => void;
}

export function DescriptionDialog(props: PromptDialogProps) {
  return (
    <Dialog open onOpenChange={props.onClose} title="Description" width="sm">
      <DescriptionForm {...props} />
    </Dialog>
  );
}

function DescriptionForm({ project, prompt, onClose }: PromptDialogProps) {
  const [description, setDescription] = useState(prompt.description);
  const [problem, setProblem] = useState<string>();
  const describe = useDescribePrompt(project, prompt.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (describe.isPending) return;
    describe.mutate(
      { description: description.trim() },
      {
        onSuccess: onClose,
        onError: (error) => setProblem(error instanceof ApiError ? error.message : "Something went wrong."),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label="What it is for" error={problem}>
        <Textarea
          rows={4}
          maxLength={2_000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={describe.isPending}>
          Save
        </Button>
      </DialogFooter>
    </form>
  );
}

/** `onGone` navigates after the removal; the default is the list. */
export function DeletePromptQuestion({
  project,
  prompt,
  onClose,
  onGone,
}: PromptDialogProps & { onGone?: () => void }) {
  const remove = useRemovePrompt(project, prompt.id);
  const navigate = useNavigate();
  const leave = onGone ?? (() => void navigate({ to: "/projects/$slug/prompts", params: { slug: project } }));
  const inUse = prompt.labels[PRODUCTION] !== undefined;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${prompt.name}”?`}
      description={
        <>
          The prompt is removed from all lists{prompt.latest > 0 && `, with its ${countOf(prompt.latest, "version")}`}.
          Runs that used it keep their results.
          {inUse && (
            <strong className="mt-2 block font-medium text-warning">
              Version {prompt.labels[PRODUCTION]} is labelled production. Programs that request it will get no version.
            </strong>
          )}
        </>
      }
      confirmLabel="Delete prompt"
      danger
      busy={remove.isPending}
      {...(inUse ? { typeToConfirm: prompt.name } : {})}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notify.success("Prompt deleted");
            leave();
          },
          onError: notify.failure,
          onSettled: onClose,
        })
      }
    />
  );
}
