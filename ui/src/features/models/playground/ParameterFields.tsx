import type { Model } from "@/api/types";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";
import {
  type PlaygroundValues,
  EFFORTS,
  NUMBER_RULES,
  type ParameterName,
  type ParameterProblems,
  refusalOf,
} from "./playgroundBody";

interface ParameterFieldsProps {
  /** Null where it is not yet known which model will be asked. */
  model: Model | null;
  values: PlaygroundValues["parameters"];
  problems: ParameterProblems;
  disabled?: boolean;
  onChange: (values: PlaygroundValues["parameters"]) => void;
}

const EFFORT_NAMES: Record<string, string> = { xhigh: "Extra high", max: "Maximum" };

/** Only the efforts that the model is documented to accept; all of them where nobody documented it. */
function effortOptions(model: Model | null, chosen: string | undefined) {
  const shown = EFFORTS.filter((effort) => !model?.efforts || model.efforts.includes(effort) || effort === chosen);
  const usual = model?.default_effort;
  return [
    { value: "default", label: usual ? `Not set (${nameOf(usual)})` : "Not set" },
    ...shown.map((effort) => ({ value: effort, label: nameOf(effort) })),
  ];
}

function nameOf(effort: string) {
  return EFFORT_NAMES[effort] ?? effort.charAt(0).toUpperCase() + effort.slice(1);
}

/** What a model refuses is shown but off, with the reason: a field that vanishes is looked for. */
export function ParameterFields({ model, values, problems, disabled = false, onChange }: ParameterFieldsProps) {
  const set = (name: ParameterName, value: string) => onChange({ ...values, [name]: value });
  const refused = (name: ParameterName) => (model ? refusalOf(model, name) : null);
  if (model?.provider === "APPLICATION")
    return (
      <p className="rounded-md border border-line bg-surface p-3 text-sm text-ink-muted">
        This is an application: it gets what its request template says, and no parameters.
      </p>
    );
  return (
    <div className="@container rounded-md border border-line bg-surface p-3">
      <div className="grid gap-x-4 gap-y-3 @[17rem]:grid-cols-2 @lg:grid-cols-3">
        {NUMBER_RULES.map(({ name, label, step, min, hint }) => {
          const reason = refused(name);
          return (
            <Field key={name} label={label} hint={reason ?? hint} error={problems[name]}>
              <Input
                type="number"
                inputMode="decimal"
                step={step}
                min={min}
                disabled={disabled || reason !== null}
                value={reason ? "" : (values[name] ?? "")}
                onChange={(event) => set(name, event.target.value)}
                placeholder={reason ? "Not sent" : "Not set"}
              />
            </Field>
          );
        })}
        <Field
          label="Reasoning effort"
          hint={refused("reasoning_effort") ?? "How much the model thinks before it answers"}
        >
          <Select
            value={values.reasoning_effort || "default"}
            onChange={(effort) => set("reasoning_effort", effort === "default" ? "" : effort)}
            options={effortOptions(model, values.reasoning_effort)}
            disabled={disabled || refused("reasoning_effort") !== null}
          />
        </Field>
        <Field label="Stop sequences" hint={refused("stop") ?? "One per line, at most 4"} error={problems.stop}>
          <Textarea
            rows={1}
            disabled={disabled || refused("stop") !== null}
            value={values.stop ?? ""}
            onChange={(event) => set("stop", event.target.value)}
            className="min-h-9 font-mono text-sm"
          />
        </Field>
      </div>
    </div>
  );
}
