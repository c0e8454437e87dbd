import { useQuery } from "@tanstack/react-query";
import { RadioGroup } from "radix-ui";
import type { ReactNode } from "react";
import { Input } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";
import { finishedRunsQuery } from "../api";
import { scoreText } from "../trend/trendMetrics";
import { momentText } from "@/shared/charts/timeline/timeAxis";
import { cx } from "@/shared/ui/cx";
import type { FormProblems, MonitorForm } from "./monitorForm";

interface BaselineSectionProps {
  project: string;
  suite: string;
  form: MonitorForm;
  problems: FormProblems;
  onChange: (part: Partial<MonitorForm>) => void;
}

/** What a run is held against. */
export function BaselineSection({ project, suite, form, problems, onChange }: BaselineSectionProps) {
  const runs = useQuery(finishedRunsQuery(project, suite)).data ?? [];
  return (
    <RadioGroup.Root
      aria-label="Compare with"
      value={form.baseline}
      onValueChange={(value) => onChange({ baseline: value === "run" ? "run" : "recent" })}
      className="flex flex-col gap-2"
    >
      <BaselineChoice
        value="recent"
        label="The last good runs"
        hint="The baseline follows slow changes. Good for nightly monitoring."
      >
        {form.baseline === "recent" && (
          <span className="flex items-center gap-1.5 text-sm text-ink-muted">
            The last
            <Input
              aria-label="How many runs"
              aria-invalid={problems.recentRuns ? true : undefined}
              value={form.recentRuns}
              inputMode="numeric"
              autoComplete="off"
              onChange={({ target }) => onChange({ recentRuns: target.value })}
              className="h-6! w-12! px-1.5! text-center text-sm!"
            />
            that raised no alert
          </span>
        )}
        {problems.recentRuns && (
          <p role="alert" className="mt-1 text-xs text-error">
            {problems.recentRuns}
          </p>
        )}
      </BaselineChoice>
      <BaselineChoice value="run" label="One run that I choose" hint="A fixed baseline, such as a release you trust.">
        {form.baseline === "run" &&
          (runs.length === 0 ? (
            <p className="text-sm text-ink-muted">
              There is no finished run yet: run the suite once, then choose it here.
            </p>
          ) : (
            <Select
              label="Baseline run"
              size="sm"
              className="max-w-sm"
              value={form.baselineRun ?? ""}
              onChange={(run) => onChange({ baselineRun: run })}
              options={[
                ...(form.baselineRun === null ? [{ value: "", label: "Choose a run" }] : []),
                ...runs.map(({ run_id: run, number, at, score, low, high }) => ({
                  value: run,
                  label: `Run ${number} · ${scoreText({ score, low, high })}`,
                  hint: momentText(new Date(at).getTime()),
                })),
              ]}
            />
          ))}
        {problems.baselineRun && (
          <p role="alert" className="mt-1 text-xs text-error">
            {problems.baselineRun}
          </p>
        )}
      </BaselineChoice>
    </RadioGroup.Root>
  );
}

/** One of a few ways, with what belongs to it below. */
function BaselineChoice({
  value,
  label,
  hint,
  children,
}: {
  value: string;
  label: string;
  hint: string;
  children?: ReactNode;
}) {
  return (
    <div
      className={cx(
        "rounded-lg border border-line px-3 py-2.5",
        "has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft/40",
      )}
    >
      <RadioGroup.Item value={value} className="group flex w-full items-start gap-2.5 text-left">
        <span
          aria-hidden
          className={cx(
            "mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-control bg-raised",
            "group-data-[state=checked]:border-accent",
          )}
        >
          <RadioGroup.Indicator className="size-2 rounded-full bg-accent" />
        </span>
        <span>
          <span className="block text-sm font-medium text-ink">{label}</span>
          <span className="block text-xs text-ink-subtle">{hint}</span>
        </span>
      </RadioGroup.Item>
      {children && <div className="mt-2 pl-6.5 empty:hidden">{children}</div>}
    </div>
  );
}
