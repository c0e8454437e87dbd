import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AssistPanel, type RuleAction } from "@/features/assists";
import { SelectBox } from "@/features/datasets";
import { badgeOf, JudgeBadge, judgeChoicesQuery } from "@/features/judging";
import { fewModelsQuery } from "@/features/models";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Badge } from "@/shared/ui/Badge";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { useAdvice } from "../api";
import type { PlanJudge } from "../planTypes";
import { sentCriteria, toPlan } from "../wizardForm";
import { messageAt } from "../planProblems";
import { judgeTrial } from "./judgeTrial";
import { PairwiseCard } from "./PairwiseCard";
import { per1kWords } from "./modelPrices";
import { SafetyCard } from "./SafetyCard";
import { StepColumns } from "./StepColumns";
import type { StepProps } from "./stepProps";

const MANY = 100;

export function JudgesStep(props: StepProps) {
  const { project, experiment, form, problems, change, beside } = props;
  const { judges } = form;
  const models = useQuery(fewModelsQuery(project.slug, "", MANY)).data?.items ?? [];
  const known = useQuery(judgeChoicesQuery(project.slug)).data?.items.filter(({ mode }) => mode === "pointwise") ?? [];
  const rules = useJudgeRules(props);
  const answering = new Set(form.targets.map(({ model }) => model));
  const toggle = (one: PlanJudge, on: boolean) =>
    change({
      judges: on ? [...judges, one] : judges.filter((other) => other.judge !== one.judge || other.model !== one.model),
    });
  const pairs = form.pairwise.enabled ? 1 : 0;
  const first = judges.find(({ model }) => model !== null)?.model ?? null;
  return (
    <StepColumns
      beside={
        <>
          <AssistPanel
            project={project.slug}
            actions={[judgeTrial(experiment.id, { goal: form.goal, criteria: sentCriteria(form), model: first })]}
            rules={rules.rules}
            said={rules.said}
          />
          {beside}
        </>
      }
    >
      <Card aria-label="Pointwise judges" className="overflow-hidden">
        <div className="px-4 pt-3.5 pb-2">
          <h2 className="text-base font-semibold text-ink">Pointwise judges</h2>
          <p className="text-xs text-ink-subtle">
            Each judge scores every answer on its own, with the same rubric, at temperature 0.3 and seed 42. Choose one
            to five.
          </p>
        </div>
        <ul aria-label="Models that judge" className="divide-y divide-line border-t border-line">
          {known.map((judge) => (
            <JudgeLine
              key={judge.id}
              label={judge.name}
              on={judges.some((one) => one.judge === judge.id)}
              onToggle={(on) => toggle({ judge: judge.id, version: judge.version, model: null, parameters: {} }, on)}
              note={<JudgeBadge badge={badgeOf(judge)} />}
              aside="own rubric"
            />
          ))}
          {models.map((model) => (
            <JudgeLine
              key={model.id}
              label={model.title}
              on={judges.some((one) => one.judge === null && one.model === model.id)}
              onToggle={(on) => toggle({ judge: null, version: null, model: model.id, parameters: {} }, on)}
              mark={<ProviderMark provider={model.provider} size="sm" />}
              note={answering.has(model.id) ? <Badge tone="neutral">is also a tested model</Badge> : undefined}
              aside={per1kWords(model)}
            />
          ))}
        </ul>
        <p role="status" className="border-t border-line bg-surface px-4 py-2.5 text-sm text-ink-muted">
          Selected:{" "}
          <span className="font-medium text-ink">
            {judges.length} pointwise{pairs > 0 && " + 1 pairwise"} = {countOf(judges.length + pairs, "judge")}
          </span>
          {judges.length > 0 && messageAt(problems, "judges") && (
            <span className="ml-2 text-error">{messageAt(problems, "judges")}</span>
          )}
        </p>
      </Card>
      {rules.failed && (
        <Notice tone="error" alert>
          {rules.failed}
        </Notice>
      )}
      {judges.some(({ model }) => model !== null && answering.has(model)) && (
        <Notice tone="info">
          A model tends to prefer its own answers. Choose judges of another model family if possible.
        </Notice>
      )}
      <PairwiseCard {...props} models={models} />
      <SafetyCard form={form} change={change} />
    </StepColumns>
  );
}

interface JudgeLineProps {
  label: string;
  on: boolean;
  onToggle: (on: boolean) => void;
  mark?: React.ReactNode;
  note?: React.ReactNode;
  aside: string;
}

function JudgeLine({ label, on, onToggle, mark, note, aside }: JudgeLineProps) {
  return (
    <li className={cx("flex items-center gap-3 px-4 py-2.5", on && "bg-accent-soft/30")}>
      <SelectBox label={`Judge ${label}`} checked={on} onToggle={() => onToggle(!on)} />
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        onClick={() => onToggle(!on)}
        className="flex min-w-0 flex-1 items-center gap-2 text-left text-sm font-medium text-ink"
      >
        {mark}
        <span className="truncate">{label}</span>
      </button>
      {note}
      <span className="shrink-0 text-xs whitespace-nowrap text-ink-muted">{aside}</span>
    </li>
  );
}

function useJudgeRules({ project, experiment, form, change }: StepProps) {
  const advice = useAdvice(project.slug);
  const [said, setSaid] = useState<{ words: string; undo: () => void } | null>(null);
  const { judges, refiner } = form;
  const rules: RuleAction[] = [
    {
      key: "recommend",
      label: "Recommend judge set",
      about: "Chooses models that do not judge their own answers",
      busy: advice.isPending,
      run: () =>
        advice.mutate(toPlan(form, experiment.plan), {
          onSuccess: (found) => {
            change({
              judges: found.judges.map(({ model }): PlanJudge => ({
                judge: null,
                version: null,
                model,
                parameters: {},
              })),
            });
            setSaid({
              words: found.judges.map(({ name }) => name).join(", "),
              undo: () => change({ judges, refiner }),
            });
          },
        }),
    },
  ];
  return {
    rules,
    said,
    failed: advice.isError
      ? advice.error instanceof ApiError
        ? advice.error.message
        : "No recommendation is available now."
      : null,
  };
}
