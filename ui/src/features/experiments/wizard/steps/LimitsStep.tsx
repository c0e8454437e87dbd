import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { AssistPanel, type RuleAction } from "@/features/assists";
import { fewModelsQuery } from "@/features/models";
import { ApiError } from "@/shared/http/apiError";
import { Card } from "@/shared/ui/Card";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { Select } from "@/shared/ui/Select";
import { useAdvice } from "../api";
import { type RuleValues, toPlan } from "../wizardForm";
import { messageAt } from "../planProblems";
import { per1kWords } from "./modelPrices";
import { StepColumns } from "./StepColumns";
import type { StepProps } from "./stepProps";

const MANY = 100;
const SAME = "same";

export function LimitsStep(props: StepProps) {
  const { project, form, problems, change, beside } = props;
  const { rules } = form;
  const models = useQuery(fewModelsQuery(project.slug, "", MANY)).data?.items ?? [];
  const set = (part: Partial<RuleValues>) => change({ rules: { ...rules, ...part } });
  const advice = useLimitRules(props);
  const number = (
    name: "maxIterations" | "minDelta" | "window" | "budget" | "alert" | "tokens",
    label: string,
    field: string,
    hint: string,
    unit: string,
  ) => (
    <Field label={label} hint={hint} error={messageAt(problems, `stop_rules.${field}`)}>
      <div className="flex items-center gap-2">
        {unit === "$" && (
          <span aria-hidden className="text-sm text-ink-subtle">
            $
          </span>
        )}
        <Input
          value={rules[name]}
          inputMode="decimal"
          autoComplete="off"
          placeholder={name === "tokens" ? "No limit" : undefined}
          onChange={({ target }) => set({ [name]: target.value })}
        />
        {unit !== "$" && (
          <span aria-hidden className="shrink-0 text-sm text-ink-subtle">
            {unit}
          </span>
        )}
      </div>
    </Field>
  );
  const percent = Number(rules.minDelta) * 100;
  return (
    <StepColumns
      beside={
        <>
          <AssistPanel project={project.slug} rules={advice.rules} said={advice.said} />
          {beside}
        </>
      }
    >
      {advice.failed && (
        <Notice tone="error" alert>
          {advice.failed}
        </Notice>
      )}
      <Card aria-label="Iterations" className="grid gap-4 px-5 py-4 sm:grid-cols-3">
        {number("maxIterations", "Stop after", "max_iterations", "Recommended: 5 to 15", "iterations")}
        {number(
          "minDelta",
          "Stop if improvement is below",
          "min_delta",
          Number.isFinite(percent)
            ? `${Number(percent.toFixed(2))}% of the best score; recommended: 1 to 3%`
            : "Recommended: 0.01 to 0.03",
          "of 1",
        )}
        {number(
          "window",
          "for",
          "convergence_window",
          "Recommended: 2 to 3. A gain that is not significant does not count.",
          "in a row",
        )}
      </Card>
      <Card aria-label="Budget" className="grid gap-4 px-5 py-4 sm:grid-cols-3">
        {number(
          "budget",
          "Maximum spend",
          "max_budget_usd",
          "Answers, judges, suggestions and assistance together",
          "$",
        )}
        {number("alert", "Alert at", "alert_share", "50 to 100", "% of the budget")}
        {number("tokens", "Maximum tokens", "max_tokens", "Optional", "tokens")}
      </Card>
      <Card aria-label="Improving" className="grid gap-4 px-5 py-4 sm:grid-cols-2">
        <Field
          label="Model that suggests improvements"
          hint="The model reads the weakest answers and proposes one small change; you decide."
        >
          <Select
            value={form.refiner ?? SAME}
            onChange={(refiner) => change({ refiner: refiner === SAME ? null : refiner })}
            options={[
              { value: SAME, label: "The same as the first judge" },
              ...models.map((one) => ({ value: one.id, label: one.title, hint: per1kWords(one) })),
            ]}
          />
        </Field>
        <Field label="Time limit of a call" optional hint="In seconds" error={messageAt(problems, "timeout_s")}>
          <Input
            value={form.timeout}
            inputMode="decimal"
            autoComplete="off"
            placeholder="Default"
            onChange={({ target }) => change({ timeout: target.value })}
          />
        </Field>
      </Card>
      <Card aria-label="Early stopping" className="flex flex-col gap-1.5 px-5 py-4">
        <h2 className="text-base font-semibold text-ink">Early stopping</h2>
        <Checkbox
          checked={rules.prune}
          onChange={(prune) => set({ prune })}
          label="Remove models that are clearly worse after iteration 2"
        />
        <Checkbox
          checked={rules.stopWithoutRefinement}
          onChange={(stopWithoutRefinement) => set({ stopWithoutRefinement })}
          label="Stop when no suggestion can be made"
        />
        <Checkbox
          checked={rules.adaptive}
          onChange={(adaptive) => set({ adaptive })}
          label="Adaptive sampling: fewer cases for models that are clearly weak"
        />
      </Card>
    </StepColumns>
  );
}

function useLimitRules({ project, experiment, form, change }: StepProps) {
  const advice = useAdvice(project.slug);
  const [said, setSaid] = useState<{ words: string; undo: () => void } | null>(null);
  const { rules: before } = form;
  const rules: RuleAction[] = [
    {
      key: "limits",
      label: "Suggest reasonable limits",
      about: "Based on the cost of an iteration",
      busy: advice.isPending,
      run: () =>
        advice.mutate(toPlan(form, experiment.plan), {
          onSuccess: ({ limits }) => {
            change({
              rules: {
                ...before,
                maxIterations: String(limits.max_iterations),
                budget: String(Number(limits.max_budget_usd)),
                tokens: limits.max_tokens === null ? "" : String(limits.max_tokens),
              },
            });
            setSaid({ words: limits.why, undo: () => change({ rules: before }) });
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
