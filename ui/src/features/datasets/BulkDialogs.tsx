/** What is asked before many cases change at once: what exactly, how many, and what stays. */
import { type FormEvent, useState } from "react";
import type { Dataset, Split } from "@/api/types";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Select } from "@/shared/ui/Select";
import { type Chosen, useChangeCases } from "./api";
import { type BulkValues, bulkSentence, KEEP, toBulkChange, UNCHANGED } from "./bulkChange";
import { DIFFICULTIES, DIFFICULTY_WORDS, SPLIT_NAMES, SPLITS } from "./datasetKinds";
import { TagInput } from "./TagInput";

interface BulkProps {
  project: string;
  dataset: Dataset;
  chosen: Chosen;
  count: number;
  onClose: () => void;
  /** It was done. */
  onDone: () => void;
}

export function BulkEditDialog(props: BulkProps & { knownTags: readonly string[] }) {
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={`Change ${countOf(props.count, "case")}`}
      description="Only the fields that you set here are changed."
    >
      <BulkForm {...props} />
    </Dialog>
  );
}

function BulkForm({
  project,
  dataset,
  chosen,
  count,
  knownTags,
  onClose,
  onDone,
}: BulkProps & { knownTags: readonly string[] }) {
  const [values, setValues] = useState<BulkValues>(UNCHANGED);
  const [problem, setProblem] = useState<string | null>(null);
  const change = useChangeCases(project, dataset.id);
  const set = (part: Partial<BulkValues>) => setValues({ ...values, ...part });
  const sentence = bulkSentence(values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sentence || change.isPending) return;
    change.mutate(
      { chosen, change: toBulkChange(values) },
      {
        onSuccess: ({ changed, dataset: now }) => {
          notify.success(
            changed === 0
              ? "No case changed: all cases had these values already"
              : `${countOf(changed, "case")} changed, version ${now.version}`,
          );
          onDone();
        },
        onError: (error) => setProblem(refusal(error)),
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {problem && (
        <Notice tone="error" alert>
          {problem}
        </Notice>
      )}
      <Field label="Add tags">
        <TagInput tags={values.add} known={knownTags} onChange={(add) => set({ add })} />
      </Field>
      <Field label="Remove tags">
        <TagInput
          tags={values.remove}
          known={knownTags}
          placeholder="Remove a tag…"
          onChange={(remove) => set({ remove })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Split">
          <Select<Split | typeof KEEP>
            value={values.split}
            onChange={(split) => set({ split })}
            options={[
              { value: KEEP, label: "Leave unchanged" },
              ...SPLITS.map((value) => ({ value, label: SPLIT_NAMES[value] })),
            ]}
          />
        </Field>
        <Field label="Difficulty">
          <Select
            value={values.difficulty}
            onChange={(difficulty) => set({ difficulty })}
            options={[
              { value: KEEP, label: "Leave unchanged" },
              { value: "none", label: "Not rated" },
              ...DIFFICULTIES.map((step) => ({
                value: String(step),
                label: `${step} · ${DIFFICULTY_WORDS[step] ?? ""}`,
              })),
            ]}
          />
        </Field>
      </div>
      <p role="status" className="min-h-5 text-sm text-ink-muted">
        {sentence
          ? `${sentence} This creates version ${dataset.version + 1}; version ${dataset.version} keeps the old values.`
          : "Choose at least one change."}
      </p>
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!sentence} loading={change.isPending}>
          Change {countOf(count, "case")}
        </Button>
      </DialogFooter>
    </form>
  );
}

export function BulkDeleteDialog({ project, dataset, chosen, count, onClose, onDone }: BulkProps) {
  const change = useChangeCases(project, dataset.id);
  const what = countOf(count, "case");
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${what}?`}
      description={
        `${count === 1 ? "The case is" : "The cases are"} removed from version ${dataset.version + 1} on. ` +
        `Version ${dataset.version} and runs that used ${count === 1 ? "it keep it" : "them keep them"}.`
      }
      confirmLabel={`Delete ${what}`}
      danger
      busy={change.isPending}
      onConfirm={() =>
        change.mutate(
          { chosen, change: { delete: true } },
          {
            onSuccess: ({ changed }) => {
              notify.success(`${countOf(changed, "case")} deleted`);
              onDone();
            },
            onError: (error) => {
              notify.failure(error);
              onClose();
            },
          },
        )
      }
    />
  );
}

function refusal(error: unknown): string {
  return error instanceof ApiError
    ? [error.message, error.nextStep].filter(Boolean).join(". ")
    : "Something went wrong.";
}
