import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Project } from "@/api/types";
import { datasetQuery } from "@/features/datasets";
import { Button } from "@/shared/ui/Button";
import { Notice } from "@/shared/ui/Notice";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { ConfirmStart } from "./ConfirmStart";
import { DraftName } from "./DraftName";
import { ForecastCard, totalWords } from "./ForecastCard";
import type { Draft } from "./planTypes";
import { planProblems, problemsOf } from "./planProblems";
import { WizardStepper } from "./WizardStepper";
import { DataStep } from "./steps/DataStep";
import { JudgesStep } from "./steps/JudgesStep";
import { LimitsStep } from "./steps/LimitsStep";
import { ModelsStep } from "./steps/ModelsStep";
import { ObjectiveStep } from "./steps/ObjectiveStep";
import { PromptStep } from "./steps/PromptStep";
import { RubricStep } from "./steps/RubricStep";
import { LAST_STEP, STEPS } from "./steps/stepNames";
import type { StepProps } from "./steps/stepProps";
import { useExperimentDraft } from "./useExperimentDraft";
import { useExperimentForecast } from "./useExperimentForecast";
import { WizardFooter } from "./WizardFooter";

const BODIES = [ObjectiveStep, RubricStep, PromptStep, DataStep, ModelsStep, JudgesStep, LimitsStep] as const;

interface ExperimentWizardProps {
  project: Project;
  draft: Draft;
  step: number;
  onStep: (step: number) => void;
}

/** Seven steps, one draft: saved as one writes, and what it will cost stands beside it. */
export function ExperimentWizard({ project, draft: initial, step, onStep }: ExperimentWizardProps) {
  const navigate = useNavigate();
  const draft = useExperimentDraft(project.slug, initial, step);
  const { values: form, base } = draft;
  const [reached, setReached] = useState(Math.max(step, initial.step));
  if (step > reached) setReached(step);
  const [asking, setAsking] = useState(false);
  const dataset =
    useQuery({ ...datasetQuery(project.slug, form.dataset ?? ""), enabled: form.dataset !== null }).data ?? null;
  const problems = planProblems(form, dataset);
  // What only the server knows, once it has seen what is on the screen.
  const told = draft.dirty
    ? []
    : base.problems.filter(
        ({ step: of, field }) => !problems.some((problem) => problem.step === of && problem.field === field),
      );
  const all = [...problems, ...told];
  const here = problemsOf(all, step);
  const unfinished = step === LAST_STEP ? all : here;
  const forecast = useExperimentForecast(project.slug, form, base.plan, dataset?.version ?? 0);
  const { title, about } = STEPS[step - 1] ?? STEPS[0];
  const heading = useStepHeading(step, [
    `Step ${step} of ${LAST_STEP}: ${title}`,
    form.name || "Untitled experiment",
    project.name,
  ]);
  const Body = BODIES[step - 1] ?? ObjectiveStep;
  const props: StepProps = {
    beside: <ForecastCard forecast={forecast} budget={Number(form.rules.budget)} />,
    forecast,
    project,
    experiment: base,
    form,
    problems: here,
    tried: step < reached,
    change: draft.change,
  };

  const back = () =>
    step > 1 ? onStep(step - 1) : void navigate({ to: "/projects/$slug/experiments", params: { slug: project.slug } });
  const next = () => (step < LAST_STEP ? onStep(step + 1) : setAsking(true));
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-6rem)] w-full max-w-7xl flex-col">
      <DraftName name={form.name} onChange={(name) => draft.change({ name })} />
      <WizardStepper step={step} reached={reached} problems={all} onStep={onStep} />
      {draft.theirs && (
        <Notice tone="warning" alert className="mt-4">
          <p className="font-medium">Someone else changed this experiment while you were setting it up.</p>
          <p className="mt-0.5">Your text is still here and is not saved yet.</p>
          <div className="mt-2.5 flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={draft.takeTheirs}>
              Reload theirs
            </Button>
            <Button variant="danger" size="sm" loading={draft.saving} onClick={() => void draft.overwrite()}>
              Overwrite with mine
            </Button>
          </div>
        </Notice>
      )}
      <div className="mt-5 mb-4">
        <h1 ref={heading} tabIndex={-1} data-page-heading className="text-xl font-semibold text-ink focus:outline-none">
          <span className="sr-only">
            Step {step} of {LAST_STEP}:{" "}
          </span>
          {title}
        </h1>
        <p className="mt-1 max-w-3xl text-sm text-ink-muted">{about}</p>
      </div>
      <div className="flex-1">
        <Body key={step} {...props} />
      </div>
      <WizardFooter
        step={step}
        draft={draft}
        forecast={forecast.data && forecast.data.iteration.calls > 0 ? totalWords(forecast.data) : null}
        reason={unfinished[0] ? reasonWords(unfinished[0], step) : null}
        onBack={back}
        onNext={next}
      />
      {asking && (
        <ConfirmStart project={project.slug} draft={draft} forecast={forecast} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}

function reasonWords(problem: { step: number; message: string }, step: number): string {
  return problem.step === step
    ? problem.message
    : `Step ${problem.step}, ${STEPS[problem.step - 1]?.short ?? ""}: ${problem.message}`;
}

/** The next step begins at its heading, for eyes and for screen readers. */
function useStepHeading(step: number, documentTitle: readonly string[]) {
  const heading = usePageHeading(documentTitle);
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [heading, step]);
  return heading;
}
