import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Switch } from "@/shared/ui/Switch";
import { problemAt, type RunForm, type RunProblem } from "./runForm";
import { RunFormSection } from "./RunFormSection";

interface LimitSectionProps {
  form: RunForm;
  problems: readonly RunProblem[];
  onChange: (part: Partial<RunForm>) => void;
}

export function LimitSection({ form, problems, onChange }: LimitSectionProps) {
  const number = (
    name: "trials" | "budgetUsd" | "budgetTokens" | "timeout",
    more: { step?: number | "any"; placeholder?: string } = {},
  ) => (
    <Input
      type="number"
      inputMode="decimal"
      min={0}
      value={form[name]}
      onChange={({ target }) => onChange({ [name]: target.value })}
      {...more}
    />
  );
  return (
    <RunFormSection
      title="Budget and limits"
      hint="A run pauses before a call that might exceed its budget; finished cells are kept."
    >
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <Field label="Budget in dollars" error={problemAt(problems, "budget_usd")} hint="Answers and graders together">
          {number("budgetUsd", { step: "any", placeholder: "No limit" })}
        </Field>
        <Field
          label="Budget in tokens"
          error={problemAt(problems, "budget_tokens")}
          hint="Prompts and answers together"
        >
          {number("budgetTokens", { step: 1, placeholder: "No limit" })}
        </Field>
        <Field label="Trials" error={problemAt(problems, "trials")} hint="How often each case is run" required>
          {number("trials", { step: 1 })}
        </Field>
        <Field label="Time limit of a call" error={problemAt(problems, "timeout_s")} hint="In seconds">
          {number("timeout", { step: "any", placeholder: "Default" })}
        </Field>
      </div>
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        <Field label="Name of the run" optional hint="If empty, the run is named after the prompt and the dataset">
          <Input
            value={form.name}
            maxLength={200}
            onChange={({ target }) => onChange({ name: target.value })}
            autoComplete="off"
          />
        </Field>
        <Field
          label="Reuse stored answers"
          hint="An identical call to the same model uses the stored answer at no cost"
        >
          <Switch checked={form.reuse} onChange={(reuse) => onChange({ reuse })} />
        </Field>
        <Field
          label="Cache shared prompts at the provider"
          hint="Claude reads the unchanging beginning of long prompts from a cache, where that costs less; the first call is then sent before the others"
        >
          <Switch checked={form.promptCaching} onChange={(promptCaching) => onChange({ promptCaching })} />
        </Field>
        <Field
          label="Count lost calls at their probable cost"
          hint="If a worker stops during a call, the budget counts the mean cost of finished calls, not the highest possible cost"
        >
          <Switch checked={form.countProbable} onChange={(countProbable) => onChange({ countProbable })} />
        </Field>
      </div>
    </RunFormSection>
  );
}
