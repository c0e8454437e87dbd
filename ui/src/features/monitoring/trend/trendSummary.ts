/** What a trend says, in a sentence or two that need no statistics to be understood. Pure. */
import { SHARE, valueText } from "@/shared/charts/estimateText";
import { formatLatency, formatMoney } from "@/shared/format/quantities";
import type { Trend, TrendBaseline, TrendPoint } from "../types";
import { costOf, type MetricName, scoreText, spanText } from "./trendMetrics";

type Read = Pick<Trend, "baseline"> & { points: readonly TrendPoint[]; openAlerts: number };

export function trendReading(metric: MetricName, trend: Read): string {
  const { points } = trend;
  const last = points.at(-1);
  if (!last) return "";
  switch (metric) {
    case "score":
      return scoreReading(
        points.findLast(({ score }) => score !== null),
        trend,
      );
    case "pass_rate":
      return last.pass_rate === null
        ? "The latest run has no pass rate, because none of its scorers gives pass or fail."
        : `${valueText(SHARE, last.pass_rate)} of the answers of the latest run ` +
            `passed${compared(
              points,
              ({ pass_rate: rate }) => rate,
              (rate) => valueText(SHARE, rate),
            )}.`;
    case "cost":
      return `The latest run cost ${formatMoney(costOf(last))}${compared(points, costOf, formatMoney)}.`;
    case "latency":
      return last.latency_p50_ms === null || last.latency_p95_ms === null
        ? "The latest run has no latency: none of its answers came from a model."
        : `Half of the answers of the latest run came within ${formatLatency(last.latency_p50_ms)}, ` +
            `95 of 100 within ${formatLatency(last.latency_p95_ms)}.`;
  }
}

function scoreReading(last: TrendPoint | undefined, { points, baseline, openAlerts }: Read): string {
  if (!last || last.score === null) return "No run has a score yet.";
  const now = `The latest run scored ${scoreText(last)}`;
  if (!baseline)
    return points.length === 1
      ? `${now}. The usual range is known after a few more runs.`
      : `${now}${compared(
          points,
          ({ score }) => score,
          (value) => scoreText({ score: value, low: null, high: null }),
        )}.`;
  const stands = standing(last, baseline);
  const alerts = openAlerts === 1 ? "An alert is open" : `${openAlerts} alerts are open`;
  const next = openAlerts > 0 ? ` ${alerts}.` : stands === within(baseline) ? " No action is needed." : "";
  return `${now}: ${stands}.${next}`;
}

/** How a run stands to what is usual. An interval that reaches into the usual range may be chance. */
export function standing({ score, high }: Pick<TrendPoint, "score" | "high">, baseline: TrendBaseline): string {
  if (score === null) return "it cannot be compared";
  const range = spanText(baseline.low, baseline.high);
  if (score >= baseline.low && score <= baseline.high) return within(baseline);
  if (score > baseline.high) return `above the usual range of ${range}`;
  return (high ?? score) >= baseline.low
    ? `a little below the usual range of ${range}, which may be chance`
    : `below the usual range of ${range}`;
}

function within({ low, high }: TrendBaseline): string {
  return `within the usual range of ${spanText(low, high)}`;
}

/** Against the mean of the runs before it, where there are some. */
function compared(
  points: readonly TrendPoint[],
  read: (point: TrendPoint) => number | null,
  format: (value: number) => string,
): string {
  const before = points.slice(0, -1).flatMap((point) => read(point) ?? []);
  if (before.length === 0) return "";
  const mean = before.reduce((sum, value) => sum + value, 0) / before.length;
  return `; ${format(mean)} on average in the ${before.length === 1 ? "run" : `${before.length} runs`} before`;
}
