import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Picker } from "@/shared/ui/Picker";
import { Select } from "@/shared/ui/Select";
import { useDebounced } from "@/shared/forms/useDebounced";
import { schedulePreviewQuery } from "../api";
import { type FormProblems, type MonitorForm, PRESETS } from "./monitorForm";
import { capital, dueText, ZONES } from "./scheduleTimes";

const OWN = "own";

interface ScheduleSectionProps {
  project: string;
  form: MonitorForm;
  problems: FormProblems;
  onChange: (part: Partial<MonitorForm>) => void;
}

/** When it runs: a preset or an expression of one's own, said back in words with the next five times. */
export function ScheduleSection({ project, form, problems, onChange }: ScheduleSectionProps) {
  const [zoneTyped, setZoneTyped] = useState("");
  const known = PRESETS.some(({ cron }) => cron === form.cron);
  const [own, setOwn] = useState(!known);
  const settled = useDebounced(`${form.cron.trim()}|${form.timezone}`);
  const [cron = "", timezone = ""] = settled.split("|");
  const preview = useQuery({ ...schedulePreviewQuery(project, cron, timezone), enabled: cron !== "" });
  const problem =
    problems.cron ?? (form.cron.trim() === "" ? "Enter a schedule" : (preview.data?.problem ?? undefined));
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Field label="How often">
        <Select
          value={known && !own ? form.cron : OWN}
          onChange={(value) => {
            setOwn(value === OWN);
            if (value !== OWN) onChange({ cron: value });
          }}
          options={[
            ...PRESETS.map((preset) => ({ value: preset.cron, label: preset.name })),
            { value: OWN, label: "Another schedule" },
          ]}
        />
      </Field>
      <Field label="Time zone" error={problems.timezone}>
        <Picker
          value={form.timezone}
          shown={form.timezone}
          placeholder="Search time zones"
          options={ZONES.filter((zone) => zone.toLowerCase().includes(zoneTyped.toLowerCase()))
            .slice(0, 60)
            .map((zone) => ({ value: zone, label: zone }))}
          onChoose={({ value }) => onChange({ timezone: value })}
          onSearch={setZoneTyped}
        />
      </Field>
      <Field
        label="Cron expression"
        error={problem}
        className="sm:col-span-2"
        hint="Minute, hour, day of the month, month, weekday: */15, 9-17, 1,15 and MON-FRI are allowed."
      >
        <Input
          value={form.cron}
          onChange={({ target }) => {
            setOwn(true);
            onChange({ cron: target.value });
          }}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
        />
      </Field>
      <div
        role="status"
        aria-label="When it runs"
        className="flex min-h-18 gap-3 rounded-lg bg-surface px-3 py-2.5 sm:col-span-2"
      >
        <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
        {preview.data && preview.data.problem === null ? (
          <div className="min-w-0 text-sm">
            <p className="font-medium text-ink">Runs {preview.data.words}</p>
            <p className="mt-1 text-xs text-ink-subtle">The next five:</p>
            <ol className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-muted">
              {preview.data.next.map((at) => (
                <li key={at}>
                  <time dateTime={at}>{dueText(at, form.timezone)}</time>
                </li>
              ))}
            </ol>
          </div>
        ) : (
          <p className="text-sm text-ink-subtle">
            {problem ? capital("the next start times appear when the expression is valid.") : "…"}
          </p>
        )}
      </div>
    </div>
  );
}
