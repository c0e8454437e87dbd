import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { PromptKind } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";
import { PROMPT_KINDS } from "./api";
import { useCreatePrompt } from "./promptMutations";
import { KIND_HINTS, KIND_NAMES } from "./promptPhrasing";

interface NewPromptDialogProps {
  project: string;
  kind: PromptKind;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function NewPromptDialog(props: NewPromptDialogProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title="New prompt">
      <NewPromptForm {...props} />
    </Dialog>
  );
}

const KIND_OPTIONS = PROMPT_KINDS.map((value) => ({ value, label: KIND_NAMES[value], hint: KIND_HINTS[value] }));

function NewPromptForm({ project, kind: wanted, onOpenChange }: NewPromptDialogProps) {
  const [name, setName] = useState("");
  const [kind, setKind] = useState(wanted);
  const [description, setDescription] = useState("");
  const [problem, setProblem] = useState<string>();
  const create = useCreatePrompt(project);
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    if (!name.trim()) return setProblem("Name is required");
    create.mutate(
      { name: name.trim(), kind, description: description.trim() },
      {
        onSuccess: (prompt) =>
          void navigate({ to: "/projects/$slug/prompts/$prompt", params: { slug: project, prompt: prompt.id } }),
        onError: (error) => setProblem(error instanceof ApiError ? error.message : "Something went wrong."),
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label="Name" required error={problem}>
        <Input
          value={name}
          maxLength={255}
          autoComplete="off"
          placeholder="Support answer"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Kind" hint={KIND_HINTS[kind]}>
        <Select value={kind} onChange={setKind} options={KIND_OPTIONS} />
      </Field>
      <Field label="Description" optional>
        <Textarea
          rows={2}
          maxLength={2_000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          placeholder="What the prompt is for"
        />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create prompt
        </Button>
      </DialogFooter>
    </form>
  );
}
