/** A run as measured by one of its other metrics. Pure. */
import type { RunReport } from "@/api/types";
import { figuresBy } from "@/shared/metrics/metricFigures";
import { countsLabels } from "./cellGrade";

/** The run with the scores of the metric `key`. A run without this metric stays as it is. */
export function measuredBy(run: RunReport, key: string | undefined): RunReport {
  const metric = run.metrics.find((one) => one.key === key);
  if (!metric || metric.key === run.metric.key) return run;
  const columns = figuresBy(run.figures, metric.key)?.columns ?? [];
  return {
    ...run,
    metric,
    grade_scorers: metric.scorers,
    grade_scorer: metric.scorers[0] ?? null,
    // Broken contracts count by every metric of scorers, labels of people only by a metric that names them.
    grades: run.grades.map((grade) => {
      const found = columns.find(({ column }) => column === grade.column);
      const manual = countsLabels(metric) ? grade.labels : 0;
      return { ...grade, mean: found?.figure?.value ?? null, count: found?.graded ?? 0, manual };
    }),
  };
}
