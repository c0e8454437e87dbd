/** Promotions in words. Pure. */
import type { Tone } from "@/shared/ui/Badge";
import { countOf } from "@/shared/format/quantities";
import type { GateVerdict, LabelProtection, Promotion, PromotionKind, PromotionState, Requirement } from "./types";

export const STATE_WORDS: Record<PromotionState, string> = {
  WAITING: "Waiting for approval",
  APPROVED: "Approved",
  REJECTED: "Rejected",
  WITHDRAWN: "Withdrawn",
};

export const STATE_TONES: Record<PromotionState, Tone> = {
  WAITING: "info",
  APPROVED: "success",
  REJECTED: "error",
  WITHDRAWN: "neutral",
};

/** Null: the usual kind, which needs no word. */
export const KIND_WORDS: Record<PromotionKind, string | null> = {
  CHECKED: null,
  FIRST: "First version",
  OVERRIDE: "Override",
  ROLLBACK: "Rollback",
};

export const KIND_TONES: Record<PromotionKind, Tone> = {
  CHECKED: "neutral",
  FIRST: "neutral",
  OVERRIDE: "warning",
  ROLLBACK: "lilac",
};

export const KIND_HINTS: Record<PromotionKind, string> = {
  CHECKED: "Compared with the version that held the label",
  FIRST: "No version held the label, so there was nothing to compare with",
  OVERRIDE: "Promoted without the evidence that the protection asks for",
  ROLLBACK: "Moved back to the version that held the label before",
};

export const VERDICT_WORDS: Record<GateVerdict, string> = {
  better: "Better",
  not_worse: "Not worse",
  worse: "Worse",
  cannot_tell: "Cannot tell",
};

export const VERDICT_TONES: Record<GateVerdict, Tone> = {
  better: "success",
  not_worse: "success",
  worse: "error",
  cannot_tell: "neutral",
};

/** "Greeter: production from v3 to v4" */
export function moveWords({ label, number, from_number: from }: Pick<Promotion, "label" | "number" | "from_number">) {
  return from === null ? `v${number} to ${label}` : `${label} from v${from} to v${number}`;
}

export function unmetOf(requirements: readonly Requirement[]): Requirement[] {
  return requirements.filter(({ met }) => !met);
}

/**
 * The sentence of the verdict, to stand beside it.
 *
 * Where a run or a baseline is missing, the sentence is that of the missing requirement, which the list says already.
 */
export function sentenceAbove({
  sentence,
  requirements,
}: Pick<Promotion, "sentence" | "requirements">): string | undefined {
  const same = requirements.find((one) => one.sentence === sentence);
  return sentence === "" || (same !== undefined && same.name !== "verdict") ? undefined : sentence;
}

/** The requirement of this name, if it is not met. */
export function isMissing(requirements: readonly Requirement[], name: string): boolean {
  return requirements.some((one) => one.name === name && !one.met);
}

export function requirementSummary(requirements: readonly Requirement[]): string {
  const unmet = unmetOf(requirements).length;
  if (unmet === 0) return requirements.length === 1 ? "The requirement is met" : "All requirements are met";
  return `${countOf(unmet, "requirement")} of ${requirements.length} not met`;
}

export const LEAST_REASON = 20;

export function reasonProblem(reason: string): string | undefined {
  const length = reason.trim().length;
  if (length === 0) return "Enter a reason";
  return length < LEAST_REASON ? `At least ${LEAST_REASON} characters: ${LEAST_REASON - length} more` : undefined;
}

/** 0.02 reads "2 %". */
export function percentText(share: number): string {
  return `${(share * 100).toLocaleString("en", { maximumFractionDigits: 2 })} %`;
}

/** What a protection asks for, in one sentence. */
export function protectionWords(
  { margin, minimum_effect: gain }: Pick<LabelProtection, "margin" | "minimum_effect">,
  suite: string | null,
): string {
  const where = suite === null ? "A completed run" : `A run of the suite “${suite}”`;
  const what =
    gain > 0
      ? `that the version is better by at least ${percentText(gain)}`
      : `that the version is not worse by more than ${percentText(margin)}`;
  return `${where} has to show ${what}.`;
}
