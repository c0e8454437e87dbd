import type { ReactNode } from "react";
import type { RunReach } from "@/api/types";
import { distanceText } from "@/shared/charts/estimateText";
import { formatMoney, formatPercent, readMoney } from "@/shared/format/quantities";
import { metricScale } from "@/shared/metrics/metricFigures";
import { FactLine } from "@/shared/ui/FactLine";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { MinimumEffect } from "@/shared/verdicts/MinimumEffect";

interface DetectableDifferenceProps {
  /** Null: no scorer measures the answers. */
  reach: RunReach | null;
  minimum: number;
  simulated: boolean;
  onMinimum: (minimum: number | undefined) => void;
}

/** The smallest difference that the run can detect, and what the one that matters takes. */
export function DetectableDifference({ reach, minimum, simulated, onMinimum }: DetectableDifferenceProps) {
  if (!reach)
    return (
      <DetectableFrame>
        <p className="text-sm text-ink-muted">
          Add a scorer to see which difference between versions this run can detect.
        </p>
      </DetectableFrame>
    );
  const scale = metricScale(reach.metric);
  const wanted = distanceText(scale, reach.minimum_effect);
  const money = simulated ? "simulated" : "real";
  return (
    <DetectableFrame>
      {reach.detectable === null ? (
        <p className="text-sm text-ink">{reach.sentence}</p>
      ) : (
        <>
          <p aria-live="polite" className="text-lg leading-7 font-semibold text-ink">
            Differences of {distanceText(scale, reach.detectable)} or more
          </p>
          <p className="text-sm text-ink-muted">{reach.sentence}</p>
        </>
      )}
      <div className="mt-3">
        <MinimumEffect key={scale.top} value={minimum} scale={scale} onChange={onMinimum} />
      </div>
      {reach.power !== null && (
        <dl className="mt-3 flex flex-col gap-1.5 text-sm">
          <FactLine name={`Chance to find ${wanted}`}>{formatPercent(reach.power)}</FactLine>
          <FactLine name={`Cases for ${wanted}`}>
            {reach.cases_needed === null ? (
              "too many to be practical"
            ) : (
              <>
                {reach.cases_needed.toLocaleString("en")}
                <ForecastCost usd={reach.cases_needed_usd} money={money} />
              </>
            )}
          </FactLine>
          <FactLine name={`Trials for ${wanted}`}>
            {reach.trials_needed === null ? (
              reach.trials_known ? (
                "20 are not enough"
              ) : (
                "unknown"
              )
            ) : (
              <>
                {reach.trials_needed.toLocaleString("en")} of each case
                <ForecastCost usd={reach.trials_needed_usd} money={money} />
              </>
            )}
          </FactLine>
        </dl>
      )}
      <p className="mt-3 text-xs text-ink-muted">{reach.basis}</p>
    </DetectableFrame>
  );
}

function DetectableFrame({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Differences that this run can detect" className="mt-4 border-t border-line pt-3">
      <h3 className="mb-1 text-xs font-medium text-ink-muted">Differences that this run can detect</h3>
      {children}
    </section>
  );
}

function ForecastCost({ usd, money }: { usd: string | null; money: "simulated" | "real" }) {
  if (usd === null) return null;
  return (
    <span className="whitespace-nowrap">
      , about {formatMoney(readMoney(usd))}
      <SimulatedMark money={money} />
    </span>
  );
}
