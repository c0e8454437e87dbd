/** The four words that a comparison ends with, and how they look everywhere. */
import type { ComparisonResult } from "@/api/types";
import type { Ink } from "@/shared/charts/IntervalBar";
import type { Tone } from "@/shared/ui/Badge";

export type VerdictWord = ComparisonResult["verdict"];

export const VERDICT_WORDS: Record<VerdictWord, string> = {
  better: "Better",
  worse: "Worse",
  cannot_tell: "Cannot tell",
  inconclusive: "Inconclusive",
};
export const VERDICT_TONES: Record<VerdictWord, Tone> = {
  better: "success",
  worse: "error",
  cannot_tell: "neutral",
  inconclusive: "warning",
};
export const VERDICT_INKS: Record<VerdictWord, Ink> = {
  better: "good",
  worse: "bad",
  cannot_tell: "quiet",
  inconclusive: "quiet",
};

export const VERDICT_HINTS: Record<VerdictWord, string> = {
  better: "The difference is larger than chance explains, and large enough to matter",
  worse: "The difference is larger than chance explains, and large enough to matter",
  cannot_tell: "These cases do not show a difference that is both certain and large enough to matter",
  inconclusive: "Too much is missing for any verdict",
};
