/** How modes, scales and badges read. Pure. */
import type { Tone } from "@/shared/ui/Badge";
import type { Judge, JudgeMode, PassportBadge } from "@/api/types";

export const MODES: readonly JudgeMode[] = ["pointwise", "pairwise", "free_text"];

export const MODE_NAMES: Record<JudgeMode, string> = {
  pointwise: "Pointwise",
  pairwise: "Pairwise",
  free_text: "Free text",
};

export const MODE_HINTS: Record<JudgeMode, string> = {
  pointwise: "Gives each answer a score for every criterion of a rubric",
  pairwise: "Chooses the better of two answers to the same case, in both orders",
  free_text: "Gives each answer one score, or pass or fail, by your own instructions",
};

export const BADGE_WORDS: Record<PassportBadge, string> = {
  validated: "Validated",
  unvalidated: "Unvalidated",
  doubtful: "Doubtful",
};
export const BADGE_TONES: Record<PassportBadge, Tone> = {
  validated: "success",
  unvalidated: "neutral",
  doubtful: "warning",
};
export const BADGE_HINTS: Record<PassportBadge, string> = {
  validated: "This judge agrees with the labels of people",
  unvalidated: "This judge has not been compared with labels of people yet",
  doubtful: "A check of this judge found a problem",
};

export function badgeOf(judge: Pick<Judge, "passport" | "validated">): PassportBadge {
  return judge.passport?.badge ?? (judge.validated ? "validated" : "unvalidated");
}

/** "0–5" */
export function scaleWords(highest: number): string {
  return `0–${highest}`;
}

/** "Support quality v2", or what takes its place. */
export function rubricWords(judge: Pick<Judge, "mode" | "rubric">): string {
  if (judge.rubric) return `${judge.rubric.name} v${judge.rubric.version}`;
  return judge.mode === "free_text" ? "Own instructions" : "–";
}
