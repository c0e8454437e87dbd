/** On which scale the grades of a run read. Pure. */
import { type Scale, scaleOf, UNIT } from "@/shared/charts/reading";
import type { Results } from "@/api/types";

export function gradeScale(results: Pick<Results, "rubric"> | undefined): Scale {
  return results?.rubric ? scaleOf(results.rubric.scale) : UNIT;
}

/** "of 10", where nobody would know otherwise. */
export function scaleWords(scale: Scale): string {
  return scale.suffix === "%" ? "" : `of ${scale.top}`;
}
