import { useState } from "react";
import { ModelPicker, newKey, problemAt, type RunProblem, RunFormSection, TargetRow } from "@/features/runs";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Switch } from "@/shared/ui/Switch";
import { SuiteDeliveryFields } from "./SuiteDeliveryFields";
import type { SuiteForm } from "./suiteForm";

interface PartProps {
  project: string;
  form: SuiteForm;
  problems: readonly RunProblem[];
  onChange: (part: Partial<SuiteForm>) => void;
}

/** Money first: what a day and one execution may cost. What most people leave alone is one press away. */
export function SuiteBudgetSection({ project, form, problems, onChange }: PartProps) {
  const [more, setMore] = useState(
    form.fallback !== null || form.timeout !== "" || form.reuse || form.delivery === "batch",
  );
  const number = (
    name: "dailyLimit" | "budgetUsd" | "trials" | "timeout",
    given: { step?: number | "any"; placeholder?: string } = {},
  ) => (
    <Input
      type="number"
      inputMode="decimal"
      min={0}
      value={form[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
      {...given}
    />
  );
  return (
    <RunFormSection
      title="Money and repetitions"
      hint="Money is reserved before each call, so a limit is never exceeded."
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          label="Limit per day"
          error={problemAt(problems, "daily_limit_usd")}
          hint="In dollars; resets at midnight UTC"
        >
          {number("dailyLimit", { step: "any", placeholder: "No limit" })}
        </Field>
        <Field
          label="Limit per run"
          error={problemAt(problems, "run_budget_usd")}
          hint="In dollars. Includes answers and judges"
        >
          {number("budgetUsd", { step: "any", placeholder: "No limit" })}
        </Field>
        <Field label="Trials" required error={problemAt(problems, "trials")} hint="How often each case is run">
          {number("trials", { step: 1 })}
        </Field>
      </div>
      <div className="mt-3">
        <Disclosure
          label="More"
          open={more}
          onOpenChange={setMore}
          summary="half price, fallback model, time limit of a call, reuse of answers"
        >
          <div className="grid gap-3 sm:grid-cols-3">
            <Field label="Time limit of a call" error={problemAt(problems, "timeout_s")} hint="In seconds">
              {number("timeout", { step: "any", placeholder: "Default" })}
            </Field>
            <Field
              label="Reuse stored answers"
              hint="If off, each run calls the models again, so that changes of a model are detected"
              className="sm:col-span-2"
            >
              <Switch checked={form.reuse} onChange={(reuse) => onChange({ reuse })} />
            </Field>
          </div>
          <SuiteDeliveryFields form={form} problems={problems} onChange={onChange} />
          <div role="group" aria-label="Fallback model" className="mt-3">
            <p className="text-sm font-medium text-ink">
              Fallback model <span className="font-normal text-ink-subtle">(optional)</span>
            </p>
            <p className="mb-1.5 text-xs text-ink-subtle">
              Answers a case when its model has failed permanently. The answer shows which model gave it.
            </p>
            {form.fallback ? (
              <div className="rounded-md border border-line px-3 py-2">
                <TargetRow
                  project={project}
                  target={form.fallback}
                  plain
                  problems={fallbackProblems(problems)}
                  onChange={(part) => form.fallback && onChange({ fallback: { ...form.fallback, ...part } })}
                  onRemove={() => onChange({ fallback: null })}
                />
              </div>
            ) : (
              <ModelPicker
                project={project}
                label="Choose a fallback model"
                adding
                onChoose={(model) => onChange({ fallback: { key: newKey(), model, parameters: {}, grid: {} } })}
              />
            )}
          </div>
        </Disclosure>
      </div>
    </RunFormSection>
  );
}

function fallbackProblems(problems: readonly RunProblem[]): RunProblem[] {
  return problems
    .filter(({ field }) => field.startsWith("fallback."))
    .map(({ field, ...rest }) => ({ ...rest, field: field.slice("fallback.".length) }));
}
