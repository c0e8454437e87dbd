/** How the numbers of a question read. Pure. */
import type { QualityItem } from "./types";

/** A minus that is as wide as a plus, and none before nought. */
export function signed(value: number, digits = 2): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

/** 0.41 (−0.10 to 0.75), or why there is none. */
export function discriminationText({
  discrimination,
  low,
  high,
  easiness,
}: Pick<QualityItem, "discrimination" | "low" | "high" | "easiness">): string {
  if (discrimination === null) return easiness === 0 || easiness === 1 ? "all answers alike" : "too few columns";
  return low === null || high === null
    ? signed(discrimination)
    : `${signed(discrimination)} (${signed(low)} to ${signed(high)})`;
}
