/** A verdict in words, and what stands behind it. Pure. */
import { changeText, differenceText, type Scale } from "@/shared/charts/estimateText";
import { countOf, formatPercent } from "@/shared/format/quantities";
import type { ComparisonResult } from "@/api/types";

const WHY: Record<string, string> = {
  noise: "The difference may be chance",
  unseen_cases: "Holds only for these cases",
  identical: "All answers are the same text",
  too_small: "Real, but too small to matter",
  equivalent: "Practically equal",
  too_few_cases: "Too few cases",
  too_many_errors: "Too many errors",
};

/** The text beside the chip: why there is not enough evidence. Null where the chip is enough. */
export function whyWords({ why }: Pick<ComparisonResult, "why">): string | null {
  return WHY[why] ?? null;
}

/** What the drawing of a difference says. */
export function effectReading({ effect, minimum_effect: minimum }: ComparisonResult, scale: Scale): string {
  if (!effect) return "There is no difference to draw yet.";
  const nil = Number.parseFloat(differenceText(scale, effect.value)) === 0;
  const first = nil
    ? "Both score the same"
    : `The later run scores ${differenceText(scale, effect.value)} ${effect.value > 0 ? "higher" : "lower"}`;
  const range =
    "the true difference likely lies between " +
    `${changeText(scale, effect.low)} and ${changeText(scale, effect.high)}`;
  const zero = effect.low <= 0 && effect.high >= 0 ? ", so there may be no difference" : "";
  const band =
    minimum > 0
      ? ` Differences within the grey band, up to ${differenceText(scale, minimum)}, are too small to matter to you.`
      : "";
  return `${first}; ${range}${zero}.${band}`;
}

interface Detail {
  name: string;
  value: string;
  meaning: string;
}

/** The numbers a statistician asks for, each with what it means. */
export function detailsOf(comparison: ComparisonResult, scale: Scale, together = 1): Detail[] {
  const {
    p,
    p_adjusted: adjusted,
    power,
    cases_needed: needed,
    cases_for_observed: observed,
    minimum_effect: minimum,
    effect,
    p_unseen: unseen,
    missing_share: missing,
    cases_to_decide: toDecide,
    method,
    cases,
  } = comparison;
  const details: Detail[] = [];
  if (effect)
    details.push({
      name: "95% interval",
      value: `${changeText(scale, effect.low)} to ${changeText(scale, effect.high)}`,
      meaning: "The range that contains the true difference in 95 of 100 such comparisons",
    });
  if (p !== null)
    details.push({
      name: "p",
      value: pText(p),
      meaning: "The probability of a difference this large if there is no true difference",
    });
  if (p !== null && adjusted !== null && together > 1)
    details.push({
      name: "p, adjusted",
      value: pText(adjusted),
      meaning: `The p-value adjusted for ${together} comparisons at once (Holm)`,
    });
  if (unseen !== null)
    details.push({
      name: "p, unseen cases",
      value: pText(unseen),
      meaning:
        "The p-value with the worst possible case added, for any distribution of the differences; " +
        "better and worse need 0.05 or less",
    });
  if (missing !== null)
    details.push({
      name: "May be missing",
      value: missing < 0.01 ? `${(missing * 100).toFixed(1)}%` : formatPercent(missing),
      meaning: `A kind of case up to this share of your traffic may be missing from ${countOf(cases, "case")}`,
    });
  if (toDecide !== null)
    details.push({
      name: "Cases to decide",
      value: `about ${toDecide.toLocaleString("en")}`,
      meaning: "The number of cases with the same differences at which the verdict holds for other cases, too",
    });
  if (power !== null)
    details.push({
      name: "Power",
      value: formatPercent(power),
      meaning:
        "The chance that so many cases show a true difference of " +
        `${differenceText(scale, minimum || (effect?.value ?? 0))}`,
    });
  if (needed !== null)
    details.push({
      name: `Cases needed for ${differenceText(scale, minimum)}`,
      value: needed.toLocaleString("en"),
      meaning: `To find the smallest difference that matters in 4 of 5 comparisons; there are ${countOf(cases, "case")}`,
    });
  if (observed !== null && effect)
    details.push({
      name: `Cases needed for ${differenceText(scale, effect.value)}`,
      value: observed.toLocaleString("en"),
      meaning: "To find a difference as large as the one observed in 4 of 5 comparisons",
    });
  details.push({
    name: "Method",
    value: method.replaceAll("_", " "),
    meaning: "Each case is compared with itself; trials of one case count as one",
  });
  return details;
}

function pText(p: number): string {
  return p < 0.001 ? "below 0.001" : p.toFixed(3);
}

/** Only what helps to decide, and was not said yet. Null where the cases are enough. */
export function casesWords({
  cases,
  cases_needed: needed,
  verdict,
  why,
  next_step: next,
}: ComparisonResult): string | null {
  if (
    why === "identical" ||
    needed === null ||
    (verdict !== "cannot_tell" && verdict !== "inconclusive") ||
    next.includes(needed.toLocaleString("en"))
  )
    return null;
  return needed > cases
    ? `About ${countOf(needed, "case")} would be needed; there are ${cases.toLocaleString("en")}.`
    : null;
}
