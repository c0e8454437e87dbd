/** How the score of each prompt went from run to run. Pure. */
import type { Metric, RunCard } from "@/api/types";
import { figuresBy } from "@/shared/metrics/metricFigures";

export interface ScoreTrend {
  prompt: string;
  name: string;
  /** The target whose score is shown: the first of the newest run. */
  model: string;
  metric: Metric;
  /** Oldest first. */
  points: { run: number; value: number }[];
}

type Scored = Pick<RunCard, "number" | "plan" | "figures" | "metric">;

const FEWEST = 2;

/** Prompts with at least two scored runs, newest first; all points of one line have the same target and metric. */
export function scoreTrends(runs: readonly Scored[], metric: string | null): ScoreTrend[] {
  const newest = [...runs].sort((a, b) => b.number - a.number);
  const prompts = [...new Set(newest.flatMap(({ plan }) => plan.columns.map(({ prompt_id: id }) => id)))];
  return prompts.flatMap((prompt) => trendOf(prompt, newest, metric) ?? []);
}

function trendOf(prompt: string, newest: readonly Scored[], metric: string | null): ScoreTrend | null {
  let trend: ScoreTrend | null = null;
  for (const run of newest) {
    const found = figuresBy(run.figures, trend?.metric.key ?? metric ?? run.metric);
    for (const column of run.plan.columns.filter(({ prompt_id: id }) => id === prompt)) {
      const value = found?.columns.find((one) => one.column === column.number)?.figure?.value;
      if (!found || value === undefined) continue;
      trend ??= { prompt, name: column.prompt_name, model: column.model_name, metric: found.metric, points: [] };
      if (trend.model !== column.model_name) continue;
      trend.points.unshift({ run: run.number, value });
      break;
    }
  }
  return trend && trend.points.length >= FEWEST ? trend : null;
}
