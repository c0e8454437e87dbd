import { countOf, formatMoney } from "@/shared/format/quantities";
import { Switch } from "@/shared/ui/Switch";
import type { Spending } from "./types";
import { usd } from "./reportPhrasing";

interface SimulatedSwitchProps {
  /** Null while it is loading. */
  report: Pick<Spending, "simulated_calls" | "simulated_usd"> | null;
  included: boolean;
  onChange: (included: boolean) => void;
}

/** Simulated models cost no real money: what they came to is left out until someone asks for it. */
export function SimulatedSwitch({ report, included, onChange }: SimulatedSwitchProps) {
  if (!included && !report?.simulated_calls) return null;
  const sum = report ? `${countOf(report.simulated_calls, "call")}, ${formatMoney(usd(report.simulated_usd))}` : "";
  return (
    <div role="group" aria-label="Simulated models" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Switch label="Include simulated models" checked={included} onChange={onChange} />
      <p className="text-sm text-ink-muted">
        Include simulated models{" "}
        <span className="text-xs text-ink-subtle">
          {sum && `(${sum}${included ? "" : " left out"}). `}They cost no real money.
        </span>
      </p>
    </div>
  );
}
