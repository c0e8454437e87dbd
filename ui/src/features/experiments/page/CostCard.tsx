import { PHASE_WORDS } from "@/shared/format/phases";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import type { Experiment } from "../types";
import { FactRow, ExperimentSideCard } from "./ExperimentSideCard";

/** What the money went into, and the total that the budget and the report show. */
export function CostCard({ experiment: { costs, money } }: { experiment: Pick<Experiment, "costs" | "money"> }) {
  const total = readMoney(costs.total_usd) ?? 0;
  const doubt = readMoney(costs.doubt_usd) ?? 0;
  const amounts = (["target", "judge", "refine", "assist"] as const).map((phase) => ({
    name: PHASE_WORDS[phase],
    usd: readMoney(costs[`${phase}_usd`]) ?? 0,
  }));
  if (total === 0) return null;
  return (
    <ExperimentSideCard title="Cost by phase">
      <div aria-hidden className="mb-2 flex h-1.5 gap-px overflow-hidden rounded-full bg-surface-hover">
        {amounts.map(
          ({ name, usd }, at) =>
            usd > 0 && (
              <span key={name} style={{ width: `${(usd / total) * 100}%`, background: `var(--series-${at + 1})` }} />
            ),
        )}
      </div>
      <dl>
        {amounts.map(({ name, usd }, at) => (
          <FactRow
            key={name}
            name={
              <>
                <span
                  aria-hidden
                  className="mr-2 inline-block size-2 rounded-full"
                  style={{ background: `var(--series-${at + 1})` }}
                />
                {name}
              </>
            }
          >
            {formatMoney(usd)}
            {usd > 0 && <SimulatedMark money={money} />}
          </FactRow>
        ))}
      </dl>
      <dl className="mt-1 border-t border-line pt-1 font-medium">
        <FactRow name="Total">
          {formatMoney(total)}
          <SimulatedMark money={money} />
        </FactRow>
      </dl>
      {doubt > 0 && <p className="text-xs text-warning">of which {formatMoney(doubt)} in doubt</p>}
    </ExperimentSideCard>
  );
}
