import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { Case, CaseContent, Dataset } from "@/api/types";
import { ApiError, fieldProblems, hasCode } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Sheet } from "@/shared/ui/Sheet";
import { datasetKey, tagsQuery, useAddCase, useEditCase } from "./api";
import { CaseForm } from "./CaseForm";
import { caseProblems, type CaseProblems, type CaseValues, placeOf, toContent, valuesOf } from "./caseForm";

interface CaseEditorProps {
  project: string;
  dataset: Dataset;
  /** Null to add a new one. */
  one: Case | null;
  /** What a new one begins with. */
  start?: CaseContent;
  title?: string;
  hint?: string;
  onDone: () => void;
}

export function CaseEditor({ project, dataset, one, start, title = "Add case", hint, onDone }: CaseEditorProps) {
  const form = useId();
  const first = () => valuesOf(dataset.columns, one ?? start);
  const [values, setValues] = useState(first);
  // As it was when editing began: what others change meanwhile comes in live, and must not be overwritten unseen.
  const [begun] = useState(one?.revision);
  const [problems, setProblems] = useState<CaseProblems>({});
  const [conflict, setConflict] = useState(false);
  const tags = useQuery(tagsQuery(project, dataset.id));
  const cache = useQueryClient();
  const add = useAddCase(project, dataset.id);
  const edit = useEditCase(project, dataset.id);
  const busy = add.isPending || edit.isPending;
  const dirty = JSON.stringify(values) !== JSON.stringify(first());

  const save = async (another: boolean) => {
    if (busy) return;
    const found = caseProblems(values);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    try {
      if (one)
        await edit.mutateAsync({ id: one.id, change: { ...toContent(values), revision: begun ?? one.revision } });
      else await add.mutateAsync(toContent(values));
    } catch (error) {
      if (hasCode(error, "EDIT_CONFLICT")) return setConflict(true);
      return setProblems(placed(values, error));
    }
    notify.success(one ? `Case ${one.position} saved` : "Case added");
    if (!another) return onDone();
    const names = [...new Set([...dataset.columns, ...Object.keys(toContent(values).values)])];
    setValues({ ...valuesOf(names), tags: values.tags, split: values.split });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(false);
  };
  const reload = () => {
    onDone();
    void cache.invalidateQueries({ queryKey: datasetKey(project, dataset.id) });
  };

  return (
    <Sheet
      open
      onOpenChange={onDone}
      closeOnOutside={!dirty}
      title={one ? `Edit case ${one.position}` : title}
      footer={
        <>
          <p className="mr-auto text-xs text-ink-subtle">Saving creates version {dataset.version + 1}</p>
          <Button variant="ghost" onClick={onDone}>
            Cancel
          </Button>
          {!one && !start && (
            <Button variant="secondary" loading={busy} onClick={() => void save(true)}>
              Add and start another
            </Button>
          )}
          <Button type="submit" form={form} loading={busy}>
            {one ? "Save case" : "Add case"}
          </Button>
        </>
      }
    >
      {conflict && (
        <Notice tone="warning" alert className="mb-4">
          <p className="font-medium">Someone else has changed this case in the meantime.</p>
          <p>Copy what you want to keep, then load the new version.</p>
          <Button variant="secondary" size="sm" className="mt-2" onClick={reload}>
            Load the newest version
          </Button>
        </Notice>
      )}
      {hint && (
        <Notice tone="info" className="mb-4">
          {hint}
        </Notice>
      )}
      <form id={form} onSubmit={submit} noValidate>
        <CaseForm
          values={values}
          problems={problems}
          knownTags={tags.data?.items.map(({ tag }) => tag) ?? []}
          locked={dataset.holdout_locked}
          onChange={setValues}
        />
      </form>
    </Sheet>
  );
}

/** Each problem at its field; what belongs to none above the form. */
function placed(values: CaseValues, error: unknown): CaseProblems {
  if (!(error instanceof ApiError)) return { form: "Something went wrong." };
  const listed = fieldProblems(error);
  if (listed.length === 0) return { form: [error.message, error.nextStep].filter(Boolean).join(" ") };
  return Object.fromEntries(listed.map(({ path, message }) => [placeOf(values, path), message]));
}
