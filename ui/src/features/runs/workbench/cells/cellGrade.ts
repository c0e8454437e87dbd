/** What a cell's grade is, and how it is coloured. Pure. */
import type { GridCell, Metric } from "@/api/types";

export interface Grade {
  value: number;
  /** Who says so. A contract that was broken counts as nought. */
  by: "person" | "contract" | "scorer";
}

type Measure = Pick<Metric, "kind" | "scorers">;

/** Whether labels of people count in the figures of a metric. They never change those of a scorer. */
export function countsLabels({ kind }: Pick<Metric, "kind">): boolean {
  return kind === "labels_first" || kind === "people";
}

/** The score of a cell by a metric, as in the sums of the report. Of a panel of judges the mean counts. */
export function gradeOf(cell: Pick<GridCell, "state" | "manual" | "scores">, measure: Measure): Grade | null {
  if (cell.manual !== null && countsLabels(measure)) return { value: cell.manual, by: "person" };
  if (measure.kind === "people") return null;
  if (cell.state === "malformed") return { value: 0, by: "contract" };
  const values = cell.scores.flatMap(({ scorer, value }) =>
    value !== null && measure.scorers.includes(scorer) ? [value] : [],
  );
  return values.length === 0
    ? null
    : { value: values.reduce((sum, value) => sum + value, 0) / values.length, by: "scorer" };
}

/**
 * Red at 0, yellow in the middle, green at 1; mixed from the theme's own colours, so that the words on it can be read.
 */
export function gradeColor(value: number): { backgroundColor: string; color: string } {
  const grade = Math.min(1, Math.max(0, value));
  const [from, to, share] = grade < 0.5 ? ["error", "warning", grade * 2] : ["warning", "success", (grade - 0.5) * 2];
  const mixed = (kind: string) =>
    `color-mix(in oklab, var(--${to}${kind}) ${Math.round(share * 100)}%, var(--${from}${kind}))`;
  return { backgroundColor: mixed("-soft"), color: mixed("") };
}
