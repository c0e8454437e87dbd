import { cx } from "@/shared/ui/cx";
import { Input } from "@/shared/ui/Input";
import { Switch } from "@/shared/ui/Switch";
import type { FormProblems, MonitorForm } from "./monitorForm";
import { type FlagRule, type MeasureRule, RULE_GROUPS, RULES } from "./alertRules";

interface RuleRowsProps {
  form: MonitorForm;
  problems: FormProblems;
  onChange: (part: Partial<MonitorForm>) => void;
}

/** What to be told about: each rule a sentence with its number in it, and a switch. */
export function RuleRows({ form, problems, onChange }: RuleRowsProps) {
  return (
    <div className="flex flex-col gap-4">
      {RULE_GROUPS.map((group) => (
        <div key={group}>
          <h4 className="mb-1 text-2xs font-semibold tracking-wide text-ink-subtle uppercase">{group}</h4>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {RULES.filter((rule) => rule.group === group).map((rule) => (
              <li key={rule.name} className="flex items-start gap-3 px-3 py-2.5">
                <div className="min-w-0 flex-1">
                  {rule.kind === "flag" ? (
                    <p className={words(form.flags[rule.name])}>{rule.before}</p>
                  ) : (
                    <Sentence rule={rule} form={form} onChange={onChange} invalid={problems[rule.name] !== undefined} />
                  )}
                  <p className="mt-0.5 text-xs text-ink-subtle">{rule.hint}</p>
                  {rule.kind === "measure" && problems[rule.name] && (
                    <p role="alert" className="mt-0.5 text-xs text-error">
                      {problems[rule.name]}
                    </p>
                  )}
                </div>
                <Switch
                  label={labelOf(rule)}
                  checked={rule.kind === "flag" ? form.flags[rule.name] : form.measures[rule.name].on}
                  onChange={(on) =>
                    onChange(
                      rule.kind === "flag"
                        ? { flags: { ...form.flags, [rule.name]: on } }
                        : { measures: { ...form.measures, [rule.name]: { ...form.measures[rule.name], on } } },
                    )
                  }
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Sentence({
  rule,
  form,
  onChange,
  invalid,
}: {
  rule: MeasureRule;
  form: MonitorForm;
  onChange: RuleRowsProps["onChange"];
  invalid: boolean;
}) {
  const { on, typed } = form.measures[rule.name];
  return (
    <p className={cx("flex flex-wrap items-center gap-x-1.5 gap-y-1", words(on))}>
      {rule.before}
      <Input
        aria-label={`${rule.before} … ${rule.after}`.trim()}
        aria-invalid={invalid || undefined}
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        disabled={!on}
        onChange={({ target }) =>
          onChange({ measures: { ...form.measures, [rule.name]: { on, typed: target.value } } })
        }
        className="h-6! w-14! px-1.5! text-center text-sm!"
      />
      {/* A percent sign stands close to its number. */}
      <span className={rule.after.startsWith("%") ? "-ml-1" : undefined}>{rule.after}</span>
    </p>
  );
}

function labelOf(rule: FlagRule | MeasureRule): string {
  return rule.kind === "flag" ? rule.before : `${rule.before} a set number ${rule.after}`.trim();
}

function words(on: boolean): string {
  return cx("min-h-6 text-sm", on ? "text-ink" : "text-ink-subtle");
}
