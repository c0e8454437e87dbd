/** What a cell's grade is, and how it is coloured. Pure. */
import type { GridCell } from "@/api/types";

export interface Grade {
  value: number;
  /** Who says so. A contract that was broken counts as nought. */
  by: "person" | "contract" | "scorer";
}

/** People before contracts before scorers, as in the sums of the report. Of a panel of judges the mean counts. */
export function gradeOf(cell: Pick<GridCell, "state" | "manual" | "scores">, panel: readonly number[]): Grade | null {
  if (cell.manual !== null) return { value: cell.manual, by: "person" };
  if (cell.state === "malformed") return { value: 0, by: "contract" };
  const values = cell.scores.flatMap(({ scorer, value }) => (value !== null && panel.includes(scorer) ? [value] : []));
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
