/** What the histograms and examples of a criterion say in words. Pure. */
import { type Scale, scaleOf, valueText } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { nameOf } from "../columnNames";
import type { WantedCells } from "../resultsUrlState";
import type { ColumnResult, CriterionResult } from "@/api/types";

const BARS = 10;

export interface ColumnCriterion {
  column: ColumnResult;
  criterion: CriterionResult;
}

export function columnsOf(columns: readonly ColumnResult[], at: number): ColumnCriterion[] {
  return columns.flatMap((column) => {
    const criterion = column.criteria[at];
    return criterion ? [{ column, criterion }] : [];
  });
}

/** "from 4 to 5" on the criterion's own scale; whole levels by their number. */
export function rangeOfBar(bar: number, scale: Scale): string {
  const [from, to] = [(bar / BARS) * scale.top, ((bar + 1) / BARS) * scale.top];
  const text = (value: number) => String(Number(value.toFixed(2)));
  return bar === BARS - 1 ? `from ${text(from)} to ${text(to)}` : `from ${text(from)} to below ${text(to)}`;
}

/** The cells behind a bar: the last bar has its end. */
export function cellsOfBar(bar: number, column: number, criterion: string): WantedCells {
  return {
    column,
    of: criterion,
    ...(bar === 0 ? {} : { from: bar / BARS }),
    ...(bar === BARS - 1 ? {} : { to: (bar + 1) / BARS }),
  };
}

export function criterionReading(all: readonly ColumnCriterion[]): string {
  const scored = all.filter(({ criterion }) => criterion.mean !== null);
  if (scored.length === 0) return "No answer was scored on this criterion yet.";
  const scale = scaleOf(scored[0]?.criterion.scale ?? 1);
  const names = all.map(({ column }) => column);
  const parts = scored.map(({ column, criterion }) => {
    const value = criterion.estimate?.value ?? criterion.mean ?? 0;
    const mean = valueText(scale, value);
    return all.length > 1 ? `${nameOf(column.column, names)} ${mean}` : mean;
  });
  const full = scored.reduce((sum, { criterion }) => sum + (criterion.histogram.at(-1) ?? 0), 0);
  const total = scored.reduce((sum, { criterion }) => sum + criterion.n, 0);
  const top =
    total > 0 && full / total > 0.8
      ? ` ${Math.round((full / total) * 100)}% are at the maximum, so this criterion hardly separates answers.`
      : "";
  return `On average ${parts.join(", ")} of ${scale.top}, over ${countOf(total, "score")}.${top}`;
}

export function mostOf(all: readonly ColumnCriterion[]): number {
  return Math.max(1, ...all.flatMap(({ criterion }) => criterion.histogram));
}
