import { useQuery } from "@tanstack/react-query";
import { Gavel, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Dataset } from "@/api/types";
import { judgeChoicesQuery } from "@/features/judging";
import { JudgeRow, markers, ModelPicker, ScorersForecast } from "@/features/runs";
import { useDebounced } from "@/shared/forms/useDebounced";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Dialog, DialogFooter } from "@/shared/ui/Dialog";
import { Field } from "@/shared/ui/Field";
import { IconButton } from "@/shared/ui/IconButton";
import { Input, Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { Segmented } from "@/shared/ui/Segmented";
import { reviewForecastQuery, useStartReview } from "./api";
import { CRITERIA, CRITERION_HINTS, CRITERION_NAMES } from "./reviewOrders";
import {
  EMPTY_REVIEW,
  MOST_INSTRUCTIONS,
  MOST_JUDGES,
  type ReviewForm,
  reviewProblem,
  toReviewOrder,
} from "./reviewForm";

interface StartReviewDialogProps {
  project: string;
  dataset: Dataset;
  onClose: () => void;
  onBegun: (run: string) => void;
}

export function StartReviewDialog(props: StartReviewDialogProps) {
  const { dataset, onClose } = props;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Judge the questions"
      description={
        `Judges read all ${countOf(dataset.cases, "question")} of version ${dataset.version}. ` +
        "The questions need no answers for this."
      }
      width="lg"
    >
      <StartForm {...props} />
    </Dialog>
  );
}

function StartForm({ project, dataset, onClose, onBegun }: StartReviewDialogProps) {
  const [form, setForm] = useState<ReviewForm>(EMPTY_REVIEW);
  const [pressed, setPressed] = useState(false);
  const set = (part: Partial<ReviewForm>) => setForm({ ...form, ...part });
  const problem = reviewProblem(form);
  const settled = useDebounced(form);
  const forecast = useQuery({
    ...reviewForecastQuery(project, dataset.id, toReviewOrder(settled)),
    enabled: problem === null && reviewProblem(settled) === null,
  });
  const start = useStartReview(project, dataset.id);
  const judges = form.by === "models" ? form.models.length : form.judges.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (problem !== null || start.isPending) return;
    start.mutate(toReviewOrder(form), {
      onSuccess: ({ run }) => {
        notify.success(`${countOf(judges, "judge")} started. Scores appear as they arrive.`);
        if (run) onBegun(run);
        onClose();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Segmented
        label="Who judges"
        className="self-start"
        value={form.by}
        onChange={(by) => set({ by })}
        options={[
          { value: "models", label: "Models" },
          { value: "judges", label: "My judges" },
        ]}
      />
      {form.by === "models" ? (
        <ByModels project={project} form={form} onChange={set} />
      ) : (
        <ByJudges project={project} chosen={form.judges} onChange={(chosen) => set({ judges: chosen })} />
      )}
      <Field label="Name" optional>
        <Input
          value={form.name}
          maxLength={100}
          autoComplete="off"
          placeholder="First look"
          onChange={({ target }) => set({ name: target.value })}
        />
      </Field>
      <ScorersForecast
        prospect={problem === null ? (forecast.data?.forecast ?? null) : null}
        stale={forecast.isFetching}
        calls={problem === null ? judges * dataset.cases : 0}
      />
      {problem === null && forecast.isError && <Notice tone="warning">{refusal(forecast.error)}</Notice>}
      {pressed && problem !== null && (
        <Notice tone="error" alert>
          {problem}
        </Notice>
      )}
      {start.isError && (
        <Notice tone="error" alert>
          {refusal(start.error)}
        </Notice>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={start.isPending}>
          {!start.isPending && <Gavel aria-hidden />} Start judging
        </Button>
      </DialogFooter>
    </form>
  );
}

function ByModels({
  project,
  form,
  onChange,
}: {
  project: string;
  form: ReviewForm;
  onChange: (part: Partial<ReviewForm>) => void;
}) {
  const { models, criteria, instructions } = form;
  return (
    <>
      <section aria-label="Models that judge">
        <h3 className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-sm font-medium text-ink">
          Models that judge{" "}
          <span className="text-xs font-normal text-ink-subtle">
            {models.length} of at most {MOST_JUDGES}; several are more reliable than one
          </span>
        </h3>
        {models.length > 0 && (
          <ul className="mb-2 divide-y divide-line rounded-md border border-line">
            {models.map(({ id, title }) => (
              <li key={id} className="flex min-h-10 items-center gap-2 pr-1 pl-3 text-sm">
                <span className="min-w-0 flex-1 truncate text-ink">{title}</span>
                <IconButton
                  label={`Remove ${title}`}
                  onClick={() => onChange({ models: models.filter((one) => one.id !== id) })}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        {models.length < MOST_JUDGES && (
          <ModelPicker
            project={project}
            label={models.length === 0 ? "Choose a model" : "Add another model"}
            adding
            onChoose={({ id, title }) =>
              !models.some((one) => one.id === id) && onChange({ models: [...models, { id, title }] })
            }
          />
        )}
      </section>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium text-ink">Criteria</legend>
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {CRITERIA.map((one) => (
            <Checkbox
              key={one}
              checked={criteria.includes(one)}
              onChange={(on) =>
                onChange({ criteria: on ? [...criteria, one] : criteria.filter((other) => other !== one) })
              }
              label={
                <>
                  <span className="font-medium text-ink">{CRITERION_NAMES[one]}</span>: {CRITERION_HINTS[one]}
                </>
              }
            />
          ))}
        </div>
      </fieldset>
      <Field
        label="In your own words"
        optional
        hint={
          criteria.length === 0
            ? "Without criteria, each question gets one score based on this text."
            : "Used in addition to the criteria."
        }
      >
        <Textarea
          rows={3}
          maxLength={MOST_INSTRUCTIONS}
          value={instructions}
          placeholder="Rate the quality of this question from 1 to 10 and explain why"
          onChange={({ target }) => onChange({ instructions: target.value })}
        />
      </Field>
    </>
  );
}

function ByJudges({
  project,
  chosen,
  onChange,
}: {
  project: string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const found = useQuery(judgeChoicesQuery(project));
  const all = markers(found.data?.items ?? []);
  if (found.isSuccess && all.length === 0)
    return (
      <Notice tone="info">
        There is no judge that scores single answers yet. Choose models instead, and Edison creates the judges.
      </Notice>
    );
  return (
    <ul aria-label="Judges" className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
      {all.map((judge) => {
        const checked = chosen.includes(judge.id);
        return (
          <JudgeRow
            key={judge.id}
            project={project}
            judge={judge}
            checked={checked}
            refused={!checked && chosen.length >= MOST_JUDGES ? `At most ${MOST_JUDGES}` : null}
            onChange={(on) => onChange(on ? [...chosen, judge.id] : chosen.filter((id) => id !== judge.id))}
          />
        );
      })}
    </ul>
  );
}

function refusal(error: unknown): string {
  return error instanceof ApiError
    ? [error.message, error.nextStep].filter(Boolean).join(" ")
    : "Something went wrong.";
}
