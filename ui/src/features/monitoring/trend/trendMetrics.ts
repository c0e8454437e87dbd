/**
 * What a trend can show: how each figure is read from a run, how it is written,
 * and what the drawing may take for granted. Pure.
 */
import { type Domain, SHARES } from "@/shared/charts/axis";
import { estimateText, SHARE, UNIT, valueText } from "@/shared/charts/estimateText";
import type { Reading } from "@/shared/charts/timeline/timelineTypes";
import { formatLatency, formatMoney, readMoney } from "@/shared/format/quantities";
import type { TrendPoint } from "../types";

export const METRICS = ["score", "pass_rate", "cost", "latency"] as const;
export type MetricName = (typeof METRICS)[number];

export interface Metric {
  name: MetricName;
  label: string;
  /** The title of the figure. */
  title: string;
  read: (point: TrendPoint) => Reading | null;
  format: (value: number) => string;
  within?: Domain;
  fromZero: boolean;
  /** What a point of the line is, for the legend. */
  line: string;
}

export const METRIC: Record<MetricName, Metric> = {
  score: {
    name: "score",
    label: "Score",
    title: "Score over time",
    read: ({ score, low, high }) => (score === null ? null : { value: score, low, high }),
    format: (value) => valueText(UNIT, value),
    within: SHARES,
    fromZero: false,
    line: "score of each run; 1.00 is best",
  },
  pass_rate: {
    name: "pass_rate",
    label: "Pass rate",
    title: "Pass rate over time",
    read: ({ pass_rate: rate }) => plain(rate),
    format: (value) => valueText(SHARE, value),
    within: SHARES,
    fromZero: false,
    line: "share of answers that passed",
  },
  cost: {
    name: "cost",
    label: "Cost",
    title: "Cost over time",
    read: (point) => plain(costOf(point)),
    format: formatMoney,
    fromZero: true,
    line: "what each run cost, judges included",
  },
  latency: {
    name: "latency",
    label: "Latency",
    title: "Latency over time",
    read: ({ latency_p50_ms: half }) => plain(half),
    format: formatLatency,
    fromZero: true,
    line: "half of the answers came within this time",
  },
};

export const SLOWEST_LINE = "95 of 100 answers came within this time";

function plain(value: number | null): Reading | null {
  return value === null ? null : { value, low: null, high: null };
}

/** Of the answers and of judging them together. */
export function costOf({
  cost_usd: cost,
  judge_cost_usd: judged,
}: Pick<TrendPoint, "cost_usd" | "judge_cost_usd">): number {
  return (readMoney(cost) ?? 0) + (readMoney(judged) ?? 0);
}

/** 0.82 (0.78 to 0.86), or only 0.82 where no interval is known. */
export function scoreText({ score, low, high }: Pick<TrendPoint, "score" | "low" | "high">): string {
  if (score === null) return "no score";
  return low === null || high === null ? valueText(UNIT, score) : estimateText(UNIT, { value: score, low, high });
}

/** "0.78 to 0.86", and never "1.00 to 1.00". */
export function spanText(low: number, high: number): string {
  const [one, other] = [valueText(UNIT, low), valueText(UNIT, high)];
  return one === other ? one : `${one} to ${other}`;
}
