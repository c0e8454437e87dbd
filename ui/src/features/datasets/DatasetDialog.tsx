import { type FormEvent, useState } from "react";
import type { Dataset, DatasetKind } from "@/api/types";
import { ApiError, fieldProblems } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { Select } from "@/shared/ui/Select";
import type { DatasetFields } from "./api";
import { KIND_HINTS, KIND_NAMES, KINDS } from "./datasetKinds";

interface DatasetDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  confirmLabel: string;
  /** What stands in the form at first; nothing for a new dataset. */
  dataset?: Dataset;
  busy: boolean;
  /** Resolves when it was saved; throws what the server refused. */
  onSave: (fields: DatasetFields) => Promise<void>;
}

export function DatasetDialog(props: DatasetDialogProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title={props.title} description={props.description}>
      <DatasetForm {...props} />
    </Dialog>
  );
}

function DatasetForm({ dataset, confirmLabel, busy, onSave, onOpenChange }: DatasetDialogProps) {
  const [fields, setFields] = useState<DatasetFields>({
    name: dataset?.name ?? "",
    kind: dataset?.kind ?? "golden",
    description: dataset?.description ?? "",
  });
  const [problems, setProblems] = useState<Record<string, string>>({});
  const set = (part: Partial<DatasetFields>) => setFields({ ...fields, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!fields.name.trim()) return setProblems({ name: "Name is required" });
    onSave({ ...fields, name: fields.name.trim(), description: fields.description.trim() }).catch((error: unknown) =>
      setProblems(problemsOf(error)),
    );
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {problems["form"] && (
        <Notice tone="error" alert>
          {problems["form"]}
        </Notice>
      )}
      <Field label="Name" required error={problems["name"]}>
        <Input
          value={fields.name}
          maxLength={100}
          autoComplete="off"
          placeholder="Support questions"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label="Kind" required>
        <Select<DatasetKind>
          value={fields.kind}
          onChange={(kind) => set({ kind })}
          options={KINDS.map((value) => ({ value, label: KIND_NAMES[value], hint: KIND_HINTS[value] }))}
        />
      </Field>
      <Field
        label="Description"
        optional
        error={problems["description"]}
        hint="Where the cases come from, and what they are for."
      >
        <Textarea
          value={fields.description}
          maxLength={2000}
          rows={3}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <DialogFooter>
        <Button variant="ghost" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Which field each problem belongs to; "form" for what belongs to none. */
function problemsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return { form: "Something went wrong." };
  if (error.code === "DUPLICATE_NAME") return { name: error.message };
  const placed = fieldProblems(error).filter(({ path }) => path === "name" || path === "description");
  return placed.length > 0
    ? Object.fromEntries(placed.map(({ path, message }) => [path, message]))
    : { form: error.message };
}
