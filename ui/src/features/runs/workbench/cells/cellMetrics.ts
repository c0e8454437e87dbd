/** One figure of a cell, and the mean of a column. Pure. */
import type { GridCell, RunReport } from "@/api/types";
import { valueText } from "@/shared/charts/estimateText";
import { formatLatency, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { columnFigure, figuresBy, figureText, metricScale } from "@/shared/metrics/metricFigures";
import { type MoneyKind, moneyOf } from "@/shared/ui/SimulatedMark";
import type { Metric } from "../setup/runSetup";

/** Null: the cell has no such figure. */
export function metricText(cell: GridCell, metric: Exclude<Metric, "grade">): string | null {
  if (cell.state === "open" || cell.state === "calling") return null;
  if (metric === "latency") return cell.latency_ms === null ? null : formatLatency(cell.latency_ms);
  if (metric === "cost") return cell.state === "failed" ? null : formatMoney(readMoney(cell.cost_usd));
  return cell.prompt_tokens === null
    ? null
    : `${formatTokens(cell.prompt_tokens)} | ${formatTokens(cell.completion_tokens ?? 0)}`;
}

/** Whether a cell cost real money. Cells are numbered row by row, so that the number tells the column. */
export function moneyOfCell({ plan: { columns } }: Pick<RunReport, "plan">, { ordinal }: GridCell): MoneyKind {
  return moneyOf(columns[ordinal % columns.length]?.provider ?? "");
}

interface Sum {
  main: string;
  note: string;
  /** Only of grades: it has a colour. */
  grade: number | null;
}

type Measured = Pick<RunReport, "progress" | "grades" | "metric" | "figures" | "figures_stale">;

const NOTHING: Sum = { main: "–", note: "", grade: null };

/** The average of a column, and on how much it stands. */
export function summaryOf(run: Measured, column: number, metric: Metric): Sum {
  if (metric === "grade") {
    const grade = run.grades.find((one) => one.column === column);
    if (!grade || grade.mean === null) return NOTHING;
    const byHand = grade.manual > 0 ? ` · ${grade.manual} by hand` : "";
    const note = `${run.metric.key} · n ${grade.count.toLocaleString("en")}${byHand}`;
    const found = figuresBy(run.figures, run.metric.key);
    const text = figureText(found, column);
    const figure = columnFigure(found, column)?.figure;
    // While cells come in there is no interval yet, and it says so.
    return run.figures_stale || text === null || !figure
      ? { main: `${valueText(metricScale(run.metric), grade.mean)} so far`, note, grade: grade.mean }
      : { main: text, note, grade: figure.value };
  }
  const sums = run.progress[column];
  const answers = sums ? sums.answered + sums.malformed : 0;
  if (!sums || answers === 0) return NOTHING;
  if (metric === "latency") {
    if (sums.mean_latency_ms === null) return NOTHING;
    return {
      main: formatLatency(sums.mean_latency_ms),
      note: sums.p50_latency_ms === null ? "" : `median ${formatLatency(sums.p50_latency_ms)}`,
      grade: null,
    };
  }
  if (metric === "cost") {
    const cost = readMoney(sums.cost_usd) ?? 0;
    return { main: formatMoney(cost / answers), note: `${formatMoney(cost)} in all`, grade: null };
  }
  const mean = (tokens: number) => formatTokens(Math.round(tokens / answers));
  return { main: `${mean(sums.prompt_tokens)} | ${mean(sums.completion_tokens)}`, note: "in | out", grade: null };
}
