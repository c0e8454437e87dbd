import { type FormEvent, useState } from "react";
import { ApiError, fieldProblems } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { useSaveRubric } from "../api";
import type { Rubric } from "@/api/types";
import { CriteriaTable } from "./CriteriaTable";
import { UnsavedChangesDialog } from "./UnsavedChangesDialog";
import { type Problems, type RubricForm, rubricProblems, sameRubric, toRubric, weightSum } from "./rubricForm";
import { StarterCards } from "./StarterCards";
import { formOfStarter } from "./starterRubrics";

interface RubricEditorProps {
  project: string;
  /** Null: a new one. */
  rubric: Rubric | null;
  initial: RubricForm;
  /** Filled in, but saved nowhere. */
  unsaved?: boolean;
  readOnly: boolean;
  onSaved: (rubric: Rubric) => void;
}

/** The table of criteria, with what is wrong beside it; saving makes a version that never changes. */
export function RubricEditor({ project, rubric, initial, unsaved = false, readOnly, onSaved }: RubricEditorProps) {
  const [form, setForm] = useState(initial);
  const [tried, setTried] = useState(false);
  const save = useSaveRubric(project, rubric?.id ?? null);
  const told =
    save.error instanceof ApiError
      ? Object.fromEntries(fieldProblems(save.error).map(({ path, message }) => [path, message]))
      : {};
  const problems: Problems = { ...told, ...rubricProblems(form) };
  const changed = unsaved || !sameRubric(form, initial);
  const wrong = Object.keys(rubricProblems(form)).length;
  const untouched = rubric === null && !unsaved && sameRubric(form, initial);

  const change = (part: Partial<RubricForm>) => {
    if (save.isError) save.reset();
    setForm({ ...form, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (readOnly || save.isPending || wrong > 0 || (rubric !== null && !changed)) return;
    save.mutate(toRubric(form), { onSuccess: onSaved });
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Rubric" className="flex min-w-0 flex-col gap-4">
      {untouched && !readOnly && <StarterCards onChoose={(starter) => setForm(formOfStarter(starter))} />}
      {!readOnly && (
        <Field label="Name" required error={tried ? problems["name"] : undefined} className="max-w-md">
          <Input
            value={form.name}
            maxLength={100}
            autoComplete="off"
            placeholder="Support quality"
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
      )}
      <CriteriaTable
        criteria={form.criteria}
        problems={problems}
        tried={tried}
        readOnly={readOnly}
        onChange={(criteria) => change({ criteria })}
      />
      {save.isError && Object.keys(told).length === 0 && (
        <Notice tone="error" alert>
          {save.error instanceof ApiError ? save.error.message : "The request failed."}
        </Notice>
      )}
      {!readOnly && (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" loading={save.isPending} disabled={rubric !== null && !changed}>
            {rubric === null ? "Save rubric" : `Save as version ${newest(rubric) + 1}`}
          </Button>
          <p role="status" className="text-sm text-ink-muted">
            {tried && wrong > 0
              ? reasonWords(form, problems)
              : rubric !== null && !changed
                ? "Nothing changed yet"
                : rubric
                  ? "Judges keep the version they were created with"
                  : ""}
          </p>
        </div>
      )}
      <UnsavedChangesDialog when={changed && !untouched && !save.isPending && !save.isSuccess} />
    </form>
  );
}

function newest(rubric: Rubric): number {
  return Math.max(rubric.version, ...rubric.versions.map(({ number }) => number));
}

/** Why it was not saved, in the words of the first thing to put right. */
function reasonWords(form: RubricForm, problems: Problems): string {
  const sum = weightSum(form.criteria);
  const rest = Object.keys(problems).filter((field) => field !== "weights").length;
  if (rest === 0 && !sum.good) return `Weights must sum to 1.0: ${sum.reason.split(":")[0] ?? ""}`;
  return rest === 1 ? "One thing is still missing, marked above" : `${rest} things are still missing, marked above`;
}
