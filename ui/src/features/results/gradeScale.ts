/** On which scale the grades of a run read. Pure. */
import type { Results } from "@/api/types";
import { type Scale, UNIT } from "@/shared/charts/estimateText";
import { metricScale } from "@/shared/metrics/metricFigures";

/** The scale of the metric, or 0 to 1 to compare metrics. */
export function gradeScale(results: Pick<Results, "measure">, unit = false): Scale {
  return unit ? UNIT : metricScale(results.measure);
}

/** "of 10", where the scale is not obvious. */
export function scaleWords(scale: Scale): string {
  return scale.suffix === "%" ? "" : `of ${scale.top}`;
}
