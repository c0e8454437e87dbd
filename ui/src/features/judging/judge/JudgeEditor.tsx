import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { modelQuery } from "@/features/models";
import { ModelPicker } from "@/features/runs";
import { ParameterFields, parameterProblems, parameterSummary } from "@/features/models/playground";
import { ApiError, fieldProblems } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent } from "@/shared/ui/Card";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { Switch } from "@/shared/ui/Switch";
import { rubricQuery, useSaveJudge } from "../api";
import { UnsavedChangesDialog } from "../rubric/UnsavedChangesDialog";
import type { Judge } from "@/api/types";
import { JudgePromptPreview } from "./JudgePromptPreview";
import { isReady, type JudgeForm, judgeProblems, toJudge } from "./judgeForm";
import { ModeChoice } from "./ModeChoice";
import { RubricChoice } from "./RubricChoice";

interface JudgeEditorProps {
  project: string;
  /** Null: a new one. */
  judge: Judge | null;
  initial: JudgeForm;
  onSaved: (judge: Judge) => void;
}

/** The form beside what comes of it: the words the judge is asked with. */
export function JudgeEditor({ project, judge, initial, onSaved }: JudgeEditorProps) {
  const [form, setForm] = useState(initial);
  const [tried, setTried] = useState(false);
  const save = useSaveJudge(project, judge?.id ?? null);
  const rubric =
    useQuery({ ...rubricQuery(project, form.rubric, form.rubricVersion ?? undefined), enabled: form.rubric !== "" })
      .data ?? null;
  const told =
    save.error instanceof ApiError
      ? Object.fromEntries(fieldProblems(save.error).map(({ path, message }) => [path, message]))
      : {};
  const wrong: Record<string, string> = { ...told, ...(tried ? judgeProblems(form) : {}) };
  const changed = JSON.stringify(form) !== JSON.stringify(initial);
  const change = (part: Partial<JudgeForm>) => {
    if (save.isError) save.reset();
    setForm({ ...form, ...part });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (save.isPending || !isReady(form) || !changed) return;
    save.mutate(toJudge(form), { onSuccess: onSaved });
  };
  const free = form.mode === "free_text";
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="Judge"
      className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <Card>
        <CardContent className="flex flex-col gap-5 pt-5">
          <Field label="Name" required error={wrong["name"]}>
            <Input
              value={form.name}
              maxLength={100}
              autoComplete="off"
              placeholder="Strict support judge"
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <div className="flex flex-col gap-1.5">
            <span className="text-sm font-medium text-ink">Mode</span>
            <ModeChoice mode={form.mode} onChange={(mode) => change({ mode })} />
          </div>
          <Field
            label="Model"
            required
            error={wrong["model"]}
            hint="Choose another model family than the one that answers: models prefer answers of their own family."
          >
            <ModelPicker project={project} label="Model" chosen={form.model} onChoose={(model) => change({ model })} />
          </Field>
          <JudgeParameters project={project} form={form} onChange={change} />
          {!free && (
            <RubricChoice
              project={project}
              rubric={form.rubric}
              version={form.rubricVersion}
              problem={wrong["rubric"] ?? wrong["rubric_version"]}
              onChange={(id, version) => change({ rubric: id, rubricVersion: version })}
            />
          )}
          <Field
            label="Goal"
            required={!free}
            optional={free}
            error={wrong["goal"]}
            hint="What the answers are meant to achieve."
          >
            <Textarea
              rows={2}
              maxLength={4_000}
              value={form.goal}
              placeholder="Solve the customer's problem in one message"
              onChange={({ target }) => change({ goal: target.value })}
            />
          </Field>
          {free && (
            <Field
              label="Instructions"
              required
              error={wrong["instructions"]}
              hint="Describe which answers get a high score and which get a low one."
            >
              <Textarea
                rows={6}
                maxLength={10_000}
                value={form.instructions}
                placeholder={
                  "10 if every step is there and correct; 5 if one is missing; " +
                  "0 if the customer could do harm by following it."
                }
                onChange={({ target }) => change({ instructions: target.value })}
              />
            </Field>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Uses the expected answer"
              hint={
                form.usesReference
                  ? "The judge sees the expected answer; cases without one are not judged."
                  : "The judge does not see the expected answer."
              }
            >
              <Switch checked={form.usesReference} onChange={(usesReference) => change({ usesReference })} />
            </Field>
            {form.mode !== "pairwise" && (
              <Field
                label="Pass at"
                error={wrong["pass_at"]}
                hint="From 0 to 1. An answer with this composite score or more passes."
              >
                <Input
                  value={form.passAt}
                  inputMode="decimal"
                  autoComplete="off"
                  className="max-w-28"
                  onChange={({ target }) => change({ passAt: target.value })}
                />
              </Field>
            )}
          </div>
          {save.isError && Object.keys(told).length === 0 && (
            <Notice tone="error" alert>
              {save.error instanceof ApiError ? save.error.message : "The request failed."}
            </Notice>
          )}
          <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
            <Button type="submit" loading={save.isPending} disabled={judge !== null && !changed}>
              {judge === null ? "Save judge" : `Save as version ${newest(judge) + 1}`}
            </Button>
            <p role="status" className="text-sm text-ink-muted">
              {tried && !isReady(form)
                ? "Something is still missing, marked above"
                : judge
                  ? "A new version starts with an empty passport"
                  : ""}
            </p>
          </div>
        </CardContent>
      </Card>
      <div className="xl:sticky xl:top-16">
        <JudgePromptPreview form={form} rubric={rubric} />
      </div>
      <UnsavedChangesDialog when={changed && !save.isPending && !save.isSuccess} />
    </form>
  );
}

function newest(judge: Judge): number {
  return Math.max(judge.version, ...judge.versions.map(({ number }) => number));
}

function JudgeParameters({
  project,
  form,
  onChange,
}: {
  project: string;
  form: JudgeForm;
  onChange: (part: Partial<JudgeForm>) => void;
}) {
  const [open, setOpen] = useState(false);
  const model = useQuery({ ...modelQuery(project, form.model?.id ?? ""), enabled: form.model !== null }).data ?? null;
  return (
    <div className="-my-2">
      <Disclosure
        label="Parameters"
        open={open}
        onOpenChange={setOpen}
        summary={parameterSummary(form.parameters) || "temperature 0.3, seed 42, so that scores are repeatable"}
      >
        <ParameterFields
          model={model}
          values={form.parameters}
          problems={parameterProblems(form.parameters)}
          onChange={(parameters) => onChange({ parameters })}
        />
      </Disclosure>
    </div>
  );
}
