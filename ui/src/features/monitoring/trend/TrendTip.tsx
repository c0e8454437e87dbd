import type { ReactNode } from "react";
import { momentText } from "@/shared/charts/timeline/timeAxis";
import { COLOURS, type Series } from "@/shared/charts/chartSeries";
import { SHARE, valueText } from "@/shared/charts/estimateText";
import { countOf, formatLatency, formatMoney } from "@/shared/format/quantities";
import type { TrendPoint } from "../types";
import { costOf, scoreText } from "./trendMetrics";

export interface TipLine {
  series: Series;
  point: TrendPoint;
  /** Who answered. */
  model: string;
}

interface TrendTipProps {
  at: number;
  lines: readonly TipLine[];
  /** What people changed before this run. */
  changes: readonly string[];
  alerts: readonly string[];
}

/** One run, all its figures: score, cost and model first, because that is what is asked. */
export function TrendTip({ at, lines, changes, alerts }: TrendTipProps) {
  const first = lines[0]?.point;
  if (!first) return null;
  const several = first.executions > 1;
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 font-medium text-ink">
        {momentText(at)}
        <span className="font-normal text-ink-subtle">
          {several ? `mean of ${first.executions} runs` : `run ${first.number}`}
        </span>
      </p>
      {lines.map(({ series, point, model }) => (
        <dl key={series.key} className="mt-1.5 border-t border-line pt-1.5">
          <TipRow name="Score" strong>
            <span
              aria-hidden
              className="mr-1.5 inline-block size-2 rounded-full"
              style={{ background: COLOURS[series.colour] }}
            />
            {scoreText(point)}
          </TipRow>
          <TipRow name="Cost">{formatMoney(costOf(point))}</TipRow>
          <TipRow name="Model">{model}</TipRow>
          {lines.length === 1 && (
            <>
              {point.pass_rate !== null && <TipRow name="Pass rate">{valueText(SHARE, point.pass_rate)}</TipRow>}
              {point.latency_p50_ms !== null && (
                <TipRow name="Latency">
                  {formatLatency(point.latency_p50_ms)}
                  {point.latency_p95_ms !== null && `, slowest ${formatLatency(point.latency_p95_ms)}`}
                </TipRow>
              )}
              <TipRow name="Answers">
                {point.answered.toLocaleString("en")} on {countOf(point.n_cases, "case")}
                {point.failed > 0 && `, ${point.failed} failed`}
              </TipRow>
            </>
          )}
        </dl>
      ))}
      {[...alerts.map((words) => `Alert: ${words}`), ...changes.map((words) => `Changed: ${words}`)].map((words) => (
        <p key={words} className="mt-1.5 border-t border-line pt-1.5 wrap-anywhere">
          {words}
        </p>
      ))}
    </>
  );
}

function TipRow({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt>{name}</dt>
      <dd className={strong ? "font-semibold text-ink" : "text-right text-ink wrap-anywhere"}>{children}</dd>
    </div>
  );
}
