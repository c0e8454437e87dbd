/** Readings of the overview's figures that the server does not send. Pure. */
import { estimateText, type Scale } from "@/shared/charts/reading";
import { countOf } from "@/shared/format/quantities";
import type { ColumnComparison, Results } from "@/api/types";

/** "(+6.5%)" of what it was; nothing where there was nothing. */
export function percentChange(before: number, effect: number): string {
  if (before <= 0) return "";
  const share = (effect / before) * 100;
  const size = Math.abs(share).toFixed(1);
  return `(${Number(size) === 0 ? "±" : share > 0 ? "+" : "−"}${size}%)`;
}

/** The line of one column: earlier runs had several, and only like is held against like. */
export function trendOf({ trend, base }: Pick<Results, "trend" | "base">): Results["trend"] {
  return trend.filter(({ column }) => column === base);
}

export function trendReading({ trend, run }: Pick<Results, "trend" | "run">, scale: Scale): string {
  const [first, last] = [trend[0], trend.at(-1)];
  if (!first || !last || first === last) return "This is the first run of its kind; the line begins with the next.";
  const here = trend.find((point) => point.run === run) ?? last;
  const best = trend.reduce((one, other) => (other.composite.value > one.composite.value ? other : one));
  const place =
    best === here
      ? "the highest so far"
      : `the highest was run #${best.number} with ${estimateText(scale, best.composite)}`;
  // Whiskers that overlap are no proof of sameness, but nobody should see a rise in them.
  const apart = here.composite.low > first.composite.high || here.composite.high < first.composite.low;
  const caution =
    apart || here === first ? "" : " The whiskers of the two overlap: compare the runs before you believe in a change.";
  return (
    `From run #${first.number} to run #${here.number} the score went from ` +
    `${estimateText(scale, first.composite)} to ${estimateText(scale, here.composite)}, ${place}.${caution}`
  );
}

/** Why each of several comparisons has to clear a higher bar. */
export function holmWords(comparisons: readonly ColumnComparison[]): string | null {
  if (comparisons.length < 2) return null;
  return (
    `${countOf(comparisons.length, "column")} are compared at once. The more one compares, the likelier ` +
    "one of them looks different by chance, so each verdict is held to a stricter bar (Holm's method)."
  );
}

export function comparisonsReading(comparisons: readonly ColumnComparison[], base: string): string {
  const count = (verdict: string) => comparisons.filter((one) => one.verdict === verdict).length;
  const parts = [
    [count("better"), "better"],
    [count("worse"), "worse"],
    [count("cannot_tell"), "too close to tell"],
    [count("inconclusive"), "inconclusive"],
  ].flatMap(([many, word]) => (many ? [`${many} ${word}`] : []));
  return `Held against ${base} on the same cases: ${parts.join(", ")}.`;
}

export interface RepeatLine {
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
