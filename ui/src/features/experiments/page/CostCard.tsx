import { formatMoney, readMoney } from "@/shared/format/quantities";
import type { Experiment } from "../types";
import { FactRow, ExperimentSideCard } from "./ExperimentSideCard";

/** What the money went into. */
export function CostCard({ experiment: { costs } }: { experiment: Experiment }) {
  const parts = [
    ["Answers", costs.target_usd],
    ["Judging", costs.judge_usd],
    ["Refining", costs.refine_usd],
    ["Assistance", costs.assist_usd],
  ] as const;
  const amounts = parts.map(([name, text]) => ({ name, usd: readMoney(text) ?? 0 }));
  const total = amounts.reduce((all, { usd }) => all + usd, 0);
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
          </FactRow>
        ))}
      </dl>
    </ExperimentSideCard>
  );
}
