/** On which scale the grades of a run read. Pure. */
import type { Results } from "@/api/types";
import { type Scale, UNIT } from "@/shared/charts/estimateText";
import { metricScale } from "@/shared/metrics/metricFigures";

/** The metric's own, or from 0 to 1 for whoever wants to hold metrics beside each other. */
export function gradeScale(results: Pick<Results, "measure">, unit = false): Scale {
  return unit ? UNIT : metricScale(results.measure);
}

/** "of 10", where nobody would know otherwise. */
export function scaleWords(scale: Scale): string {
  return scale.suffix === "%" ? "" : `of ${scale.top}`;
}
