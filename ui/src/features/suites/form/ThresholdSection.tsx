import { problemAt, type RunProblem, RunFormSection } from "@/features/runs";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { type SuiteForm, type ThresholdName } from "./suiteForm";

interface PartProps {
  form: SuiteForm;
  problems: readonly RunProblem[];
  onChange: (part: Partial<SuiteForm>) => void;
}

const FIELDS: readonly { name: ThresholdName; label: string; hint: string; placeholder: string; field: string }[] = [
  {
    name: "score",
    label: "Score at least",
    hint: "From 0 to 1, the mean of all answers",
    placeholder: "Any",
    field: "thresholds.score",
  },
  {
    name: "passRate",
    label: "Pass rate at least",
    hint: "In percent",
    placeholder: "Any",
    field: "thresholds.pass_rate",
  },
  {
    name: "costUsd",
    label: "Cost at most",
    hint: "In dollars, one run with its judges",
    placeholder: "Any",
    field: "thresholds.cost_usd",
  },
  {
    name: "latencyMs",
    label: "Latency at most",
    hint: "In ms: 95 of 100 answers are quicker",
    placeholder: "Any",
    field: "thresholds.latency_p95_ms",
  },
];

/** What good enough means: shown beside every result, and told by monitors when it is missed. */
export function ThresholdSection({ form, problems, onChange }: PartProps) {
  return (
    <RunFormSection
      title="Thresholds"
      hint="Optional. Results are compared with these thresholds, and a monitor raises an alert when one is not met."
    >
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {FIELDS.map(({ name, label, hint, placeholder, field }) => (
          <Field key={name} label={label} hint={hint} error={problemAt(problems, field)}>
            <Input
              type="number"
              step="any"
              min={0}
              inputMode="decimal"
              placeholder={placeholder}
              value={form.thresholds[name]}
              onChange={({ target }) => onChange({ thresholds: { ...form.thresholds, [name]: target.value } })}
            />
          </Field>
        ))}
      </div>
    </RunFormSection>
  );
}
