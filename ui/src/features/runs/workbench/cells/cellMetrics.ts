/** One figure of a cell, and the mean of a column. Pure. */
import type { GridCell, Metric as GridMetric, RunReport } from "@/api/types";
import { UNIT, valueText } from "@/shared/charts/estimateText";
import { formatLatency, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { columnFigure, figuresBy, figureText, metricScale } from "@/shared/metrics/metricFigures";
import type { Metric } from "../setup/runSetup";
import { countsLabels } from "./cellGrade";

/** Null: the cell has no such figure. */
export function metricText(cell: GridCell, metric: Exclude<Metric, "grade">): string | null {
  if (cell.state === "open" || cell.state === "calling") return null;
  if (metric === "latency") return cell.latency_ms === null ? null : formatLatency(cell.latency_ms);
  // A reused answer at what it cost when it was paid for, so that answers can be compared.
  if (metric === "cost")
    return cell.state === "failed" ? null : formatMoney(readMoney(cell.reused ? cell.cost_then_usd : cell.cost_usd));
  return cell.prompt_tokens === null
    ? null
    : `${formatTokens(cell.prompt_tokens)} | ${formatTokens(cell.completion_tokens ?? 0)}`;
}

interface Sum {
  main: string;
  note: string;
  /** Only of grades: it has a colour. */
  grade: number | null;
}

type Measured = Pick<RunReport, "progress" | "grades" | "metric" | "figures" | "figures_stale">;

const NOTHING: Sum = { main: "–", note: "", grade: null };

/** How many labels are part of a mixture; beside the figure of a scorer, what people say. */
function peopleNote(metric: Pick<GridMetric, "kind">, { manual, labels, people }: RunReport["grades"][number]): string {
  if (countsLabels(metric)) return manual > 0 ? ` · ${manual.toLocaleString("en")} by hand` : "";
  return people === null ? "" : ` · people ${valueText(UNIT, people)} on ${labels.toLocaleString("en")}`;
}

/** The average of a column, and on how much it stands. */
export function summaryOf(run: Measured, column: number, metric: Metric): Sum {
  if (metric === "grade") {
    const grade = run.grades.find((one) => one.column === column);
    if (!grade) return NOTHING;
    if (grade.mean === null) return { ...NOTHING, note: peopleNote(run.metric, grade).replace(" · ", "") };
    const note = `${run.metric.key} · n ${grade.count.toLocaleString("en")}${peopleNote(run.metric, grade)}`;
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
    const cost = readMoney(sums.answer_cost_usd) ?? 0;
    const spent = sums.reused > 0 ? `, ${formatMoney(readMoney(sums.cost_usd))} spent` : "";
    return { main: formatMoney(cost / answers), note: `${formatMoney(cost)} in all${spent}`, grade: null };
  }
  const mean = (tokens: number) => formatTokens(Math.round(tokens / answers));
  return { main: `${mean(sums.prompt_tokens)} | ${mean(sums.completion_tokens)}`, note: "in | out", grade: null };
}
