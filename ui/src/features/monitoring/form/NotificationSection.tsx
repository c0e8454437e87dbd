import { useQuery } from "@tanstack/react-query";
import { channelsQuery } from "@/features/channels";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";
import { Switch } from "@/shared/ui/Switch";
import type { FormProblems, MonitorForm } from "./monitorForm";

interface NotificationSectionProps {
  project: string;
  form: MonitorForm;
  problems: FormProblems;
  onChange: (part: Partial<MonitorForm>) => void;
}

/** Who is notified, quiet hours, and what happens after a downtime or when many monitors are due at once. */
export function NotificationSection({ project, form, problems, onChange }: NotificationSectionProps) {
  const channels = useQuery(channelsQuery(project)).data?.items ?? [];
  const toggled = (id: string, on: boolean) =>
    onChange({ channels: on ? [...(form.channels ?? []), id] : (form.channels ?? []).filter((each) => each !== id) });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <p className="text-sm font-medium text-ink">Notifications</p>
        <p className="text-xs text-ink-subtle">
          Everyone in the project sees alerts in Edison. Channels also send them elsewhere.
        </p>
        {channels.length === 0 ? (
          <p className="text-sm text-ink-muted">
            This project has no channels yet. Add channels in the project settings.
          </p>
        ) : (
          <>
            <Checkbox
              checked={form.channels === null}
              onChange={(all) => onChange({ channels: all ? null : [] })}
              label="All channels of this project"
            />
            {form.channels !== null &&
              channels.map(({ id, name }) => (
                <div key={id} className="pl-6">
                  <Checkbox
                    checked={form.channels?.includes(id) ?? false}
                    onChange={(on) => toggled(id, on)}
                    label={name}
                  />
                </div>
              ))}
            {problems.channels && (
              <p role="alert" className="text-xs text-error">
                {problems.channels}
              </p>
            )}
          </>
        )}
      </div>
      <div className="flex items-start justify-between gap-4">
        <div aria-hidden>
          <p className="text-sm font-medium text-ink">Quiet hours</p>
          <p className="text-xs text-ink-subtle">
            Alerts still appear in Edison; channels get them when the quiet hours end.
          </p>
        </div>
        <Switch label="Quiet hours" checked={form.quiet} onChange={(quiet) => onChange({ quiet })} />
      </div>
      {form.quiet && (
        <div className="flex flex-wrap items-end gap-3">
          <Field label="From" className="w-28">
            <Input
              type="time"
              value={form.quietFrom}
              onChange={({ target }) => onChange({ quietFrom: target.value })}
            />
          </Field>
          <Field label="To" className="w-28">
            <Input type="time" value={form.quietTo} onChange={({ target }) => onChange({ quietTo: target.value })} />
          </Field>
          <div className="pb-1.5">
            <Checkbox
              checked={form.weekends}
              onChange={(weekends) => onChange({ weekends })}
              label="Also quiet all weekend"
            />
          </div>
          <p className="w-full text-xs text-ink-subtle">Times are in {form.timezone}.</p>
          {problems.quiet && (
            <p role="alert" className="w-full text-xs text-error">
              {problems.quiet}
            </p>
          )}
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="If a run was missed" hint="A run that is up to five minutes late is always started.">
          <Select
            value={form.missed}
            onChange={(missed) => onChange({ missed })}
            options={[
              { value: "run_once", label: "Run once as soon as possible" },
              { value: "skip", label: "Wait for the next time" },
            ]}
          />
        </Field>
        <Field
          label="Spread the start over"
          error={problems.jitter}
          hint="In seconds. Each monitor gets a fixed delay within this time, so that monitors do not all start at once."
        >
          <Input
            value={form.jitter}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => onChange({ jitter: target.value })}
          />
        </Field>
      </div>
    </div>
  );
}
