import { type FormEvent, useState } from "react";
import type { Prompt } from "@/api/types";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { useCreatePrompt } from "./promptMutations";

interface WritePromptDialogProps {
  project: string;
  /** What it begins with. */
  text?: string;
  onClose: () => void;
  onWritten: (prompt: Prompt) => void;
}

/** Create a prompt with its text from inside a form. The form continues with the new prompt. */
export function WritePromptDialog({ project, text: first = "", onClose, onWritten }: WritePromptDialogProps) {
  const [name, setName] = useState("");
  const [text, setText] = useState(first);
  const [problem, setProblem] = useState<{ field: "name" | "text"; message: string } | null>(null);
  const create = useCreatePrompt(project);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    if (!name.trim()) return setProblem({ field: "name", message: "Name is required" });
    if (!text.trim()) return setProblem({ field: "text", message: "Text is required" });
    create.mutate(
      { name: name.trim(), kind: "generator", description: "", text },
      {
        onSuccess: onWritten,
        onError: (error) =>
          setProblem({ field: "name", message: error instanceof ApiError ? error.message : "Something went wrong." }),
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New prompt" width="lg">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Name" required error={problem?.field === "name" ? problem.message : undefined}>
          <Input
            value={name}
            maxLength={255}
            autoComplete="off"
            placeholder="Support answer"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label="Text"
          required
          error={problem?.field === "text" ? problem.message : undefined}
          hint="{{question}} is a variable: each case of the dataset fills it."
        >
          <Textarea
            rows={8}
            value={text}
            className="font-mono"
            placeholder="Answer in one sentence. {{question}}"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create prompt
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
