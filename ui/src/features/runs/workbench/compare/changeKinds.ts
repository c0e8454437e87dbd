/** What became of a case from one run to the next, in words. Pure. */
import type { ComparedCase, RunComparison } from "@/api/types";
import type { Tone } from "@/shared/ui/Badge";
import type { ComparisonKind } from "../workbenchUrlState";

export const KIND_WORDS: Record<ComparisonKind, string> = {
  fixed: "Fixed",
  broken: "Broken",
  still_failing: "Still failing",
  flaky: "Flaky",
  unchanged: "Still passing",
  incomparable: "Incomparable",
};

export const KIND_HINTS: Record<ComparisonKind, string> = {
  fixed: "Failed before, passes now",
  broken: "Passed before, fails now",
  still_failing: "Failed before and fails now",
  flaky: "Trials of one side disagree: neither fixed nor broken",
  unchanged: "Passed before and passes now",
  incomparable: "Cannot be compared; each case shows the reason",
};

export const KIND_TONES: Record<ComparisonKind, Tone> = {
  fixed: "success",
  broken: "error",
  still_failing: "warning",
  flaky: "lilac",
  unchanged: "neutral",
  incomparable: "neutral",
};

const REASONS: Record<NonNullable<ComparedCase["reason"]>, string> = {
  no_such_case: "Only one of the runs has this case",
  case_changed: "The case was changed between the runs",
  not_finished: "One of the answers is not finished yet",
  failed: "A call failed, so there is no answer to judge",
  not_scored: "One of the answers has no score",
  scored_differently: "The runs were scored by different scorers",
};

export function reasonWords(reason: ComparedCase["reason"]): string {
  return reason === null ? "" : REASONS[reason];
}

/** Incomparable cases prove nothing, so they are not in the count. */
export function comparable(counts: RunComparison["counts"]): number {
  return counts.fixed + counts.broken + counts.still_failing + counts.flaky + counts.unchanged;
}

export function total(counts: RunComparison["counts"]): number {
  return comparable(counts) + counts.incomparable;
}
