/** The figures of a run by one metric, wherever they are shown. Pure. */
import type { Metric, MetricFigures } from "@/api/types";
import { estimateText, type Scale, scaleOf, UNIT } from "@/shared/charts/estimateText";

type Column = MetricFigures["columns"][number];

export function metricScale(metric: Pick<Metric, "scale"> | null | undefined): Scale {
  return metric?.scale ? scaleOf(metric.scale) : UNIT;
}

/** Null: the run was not measured by it, or nothing is computed yet. */
export function figuresBy(figures: readonly MetricFigures[], key: string | null): MetricFigures | null {
  return figures.find(({ metric }) => metric.key === key) ?? null;
}

export function columnFigure(found: MetricFigures | null, column: number): Column | null {
  return found?.columns.find((one) => one.column === column) ?? null;
}

/** "0.82 (0.78 to 0.86)", the same on every screen; null where nothing has a score. */
export function figureText(found: MetricFigures | null, column: number): string | null {
  const figure = columnFigure(found, column)?.figure;
  return found && figure ? estimateText(metricScale(found.metric), figure) : null;
}

/** The scale on which one scorer's scores read: its own, else 0 to 1. */
export function scorerScale(metrics: readonly Metric[], scorer: number): Scale {
  return metricScale(scorerMetric(metrics, scorer));
}

/** The score from which on one scorer passes an answer, from 0 to 1; null: there is none. */
export function scorerPassAt(metrics: readonly Metric[], scorer: number): number | null {
  return scorerMetric(metrics, scorer)?.pass_at ?? null;
}

function scorerMetric(metrics: readonly Metric[], scorer: number): Metric | undefined {
  return metrics.find(({ kind, scorers }) => kind === "scorer" && scorers[0] === scorer);
}
