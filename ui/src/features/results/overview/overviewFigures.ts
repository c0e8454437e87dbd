/** Readings of the overview's figures that the server does not send. Pure. */
import { estimateText, type Scale } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import type { ColumnComparison, Results } from "@/api/types";
import { comparisonWord } from "@/shared/verdicts/verdictPhrasing";

/** "(+6.5%)" of what it was; nothing where there was nothing. */
export function percentChange(before: number, effect: number): string {
  if (before <= 0) return "";
  const share = (effect / before) * 100;
  const size = Math.abs(share).toFixed(1);
  return `(${Number(size) === 0 ? "±" : share > 0 ? "+" : "−"}${size}%)`;
}

/** How many points back from this run are joined without a break. */
function joinedRuns({ trend, run }: Pick<Results, "trend" | "run">): Results["trend"] {
  const here = trend.findIndex((point) => point.run === run);
  let first = here;
  while (first > 0 && trend[first]?.joined) first -= 1;
  return here < 0 ? [] : trend.slice(first, here + 1);
}

/** What the line shows. A verdict is said only where a paired test was made. */
export function trendReading({ trend, run, previous, measure }: TrendOf, scale: Scale): string {
  const here = trend.find((point) => point.run === run);
  if (!here) return "This run has no score yet.";
  const joined = joinedRuns({ trend, run }).length;
  const said = `Run #${here.number}: ${estimateText(scale, here.composite)} by ${measure.key}.`;
  const line =
    joined > 1
      ? `${countOf(joined, "run")} in a row can be compared: same model, same metric, same cases.`
      : "The previous run has another model, metric or other cases, so no line leads to this run.";
  const test = previous
    ? `Tested case by case against run #${previous.number}: ${comparisonWord(previous.comparison).toLowerCase()}.`
    : "";
  return [said, line, test].filter(Boolean).join(" ");
}

type TrendOf = Pick<Results, "trend" | "run" | "previous" | "measure">;

/** Why each of several comparisons has to clear a higher bar. */
export function holmWords(comparisons: readonly ColumnComparison[]): string | null {
  if (comparisons.length < 2) return null;
  return (
    `${countOf(comparisons.length, "column")} are compared at once. With more comparisons it is more likely that ` +
    "one of them looks different by chance, so each verdict uses a stricter threshold (Holm's method)."
  );
}

export function comparisonsReading(comparisons: readonly ColumnComparison[], base: string): string {
  const same = comparisons.filter(({ why }) => why === "identical").length;
  const count = (verdict: string) =>
    comparisons.filter((one) => one.verdict === verdict && one.why !== "identical").length;
  const parts = [
    [count("better"), "better"],
    [count("worse"), "worse"],
    [count("better_on_these_cases"), "better on these cases"],
    [count("worse_on_these_cases"), "worse on these cases"],
    [count("cannot_tell"), "too close to tell"],
    [same, "identical"],
    [count("inconclusive"), "inconclusive"],
  ].flatMap(([many, word]) => (many ? [`${many} ${word}`] : []));
  return `Compared with ${base} on the same cases: ${parts.join(", ")}.`;
}

interface RepeatLine {
  key: "pass_at_k" | "pass_hat_k" | "flip_rate";
  name: string;
  meaning: string;
}

export function repeatLines(trials: number): RepeatLine[] {
  return [
    { key: "pass_at_k", name: `At least one of ${trials} passes`, meaning: `pass@${trials}` },
    { key: "pass_hat_k", name: `All ${trials} pass`, meaning: `pass^${trials}` },
    { key: "flip_rate", name: "Trials disagree", meaning: "flip rate" },
  ];
}
