/** The words that a comparison ends with, and how they look everywhere. */
import type { ComparisonResult } from "@/api/types";
import type { Ink } from "@/shared/charts/ConfidenceIntervalBar";
import type { Tone } from "@/shared/ui/Badge";

export type VerdictWord = ComparisonResult["verdict"];

export const VERDICT_WORDS: Record<VerdictWord, string> = {
  better: "Better",
  worse: "Worse",
  better_on_these_cases: "Better on these cases",
  worse_on_these_cases: "Worse on these cases",
  cannot_tell: "Cannot tell",
  inconclusive: "Inconclusive",
};
/** The word of a comparison. Identical answers have a word of their own, the same everywhere. */
export function comparisonWord({ verdict, why }: Pick<ComparisonResult, "verdict" | "why">): string {
  return why === "identical" ? "Identical" : VERDICT_WORDS[verdict];
}

export const VERDICT_TONES: Record<VerdictWord, Tone> = {
  better: "success",
  worse: "error",
  better_on_these_cases: "success",
  worse_on_these_cases: "error",
  cannot_tell: "neutral",
  inconclusive: "warning",
};
export const VERDICT_INKS: Record<VerdictWord, Ink> = {
  better: "good",
  worse: "bad",
  better_on_these_cases: "good",
  worse_on_these_cases: "bad",
  cannot_tell: "quiet",
  inconclusive: "quiet",
};

/** Clear on these cases, but not enough evidence beyond them: outlined instead of filled. */
export const ON_THESE_CASES: ReadonlySet<VerdictWord> = new Set(["better_on_these_cases", "worse_on_these_cases"]);

/** Whether "than" may follow the word. */
export const NAMES_A_SIDE: ReadonlySet<VerdictWord> = new Set(["better", "worse"]);

const BEYOND = "Cannot tell beyond these cases: a kind of case that is missing here could change the result";

export const VERDICT_HINTS: Record<VerdictWord, string> = {
  better: "The difference is significant and large enough to matter",
  worse: "The difference is significant and large enough to matter",
  better_on_these_cases: BEYOND,
  worse_on_these_cases: BEYOND,
  cannot_tell: "These cases do not show a difference that is both certain and large enough to matter",
  inconclusive: "Too many scores are missing for a verdict",
};
