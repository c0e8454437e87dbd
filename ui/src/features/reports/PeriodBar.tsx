import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Segmented } from "@/shared/ui/Segmented";
import { type Days, PERIOD_WORDS, type PeriodName, PERIODS, spanWords, type WantedPeriod } from "./period";

interface PeriodBarProps {
  wanted: WantedPeriod;
  days: Days;
  today: string;
  onChange: (wanted: WantedPeriod) => void;
}

/** Which days all numbers of the page are about. */
export function PeriodBar({ wanted, days, today, onChange }: PeriodBarProps) {
  const { period = "30d" } = wanted;
  // Choosing days begins with those that are shown.
  const choose = (next: PeriodName) =>
    onChange(next === "30d" ? {} : next === "custom" ? { period: next, ...days } : { period: next });
  const set = (part: Partial<Days>) => {
    // A date that is being typed is empty for a while.
    if (Object.values(part).some((day) => day === "")) return;
    onChange({ period: "custom", ...days, ...part });
  };
  return (
    <div role="group" aria-label="Which days" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <div className="max-w-full overflow-x-auto">
        <Segmented
          label="Which days"
          value={period}
          onChange={choose}
          options={PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }))}
        />
      </div>
      {period === "custom" && (
        <div className="flex items-center gap-2 text-sm text-ink-muted">
          <Field label="First day" hideLabel>
            <Input
              type="date"
              value={days.from}
              max={days.to}
              required
              className="h-8! w-38! px-2! text-sm"
              onChange={({ target }) => set({ from: target.value })}
            />
          </Field>
          <span aria-hidden>to</span>
          <Field label="Last day" hideLabel>
            <Input
              type="date"
              value={days.to}
              min={days.from}
              max={today}
              required
              className="h-8! w-38! px-2! text-sm"
              onChange={({ target }) => set({ to: target.value })}
            />
          </Field>
        </div>
      )}
      <p className="text-xs text-ink-subtle">{spanWords(days)}. Days begin at midnight UTC.</p>
    </div>
  );
}
