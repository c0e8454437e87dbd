/** What a question can be suspected of, and how that reads everywhere. Pure. */
import type { Tone } from "@/shared/ui/Badge";

export const SUSPICIONS = ["wrong_key", "ambiguous", "duplicate", "saturated", "hopeless", "flat"] as const;
export type SuspicionKind = (typeof SUSPICIONS)[number];

export const SUSPICION_NAMES: Record<SuspicionKind, string> = {
  wrong_key: "Wrong key",
  ambiguous: "Ambiguous",
  duplicate: "Duplicate",
  saturated: "Saturated",
  hopeless: "Hopeless",
  flat: "No discrimination",
};

export const SUSPICION_HINTS: Record<SuspicionKind, string> = {
  wrong_key: "The expected answer may be wrong",
  ambiguous: "Judges disagree about this question far more than about the others",
  duplicate: "Nearly the same as an earlier question",
  saturated: "Every model passes",
  hopeless: "No model passes",
  flat: "Strong and weak models do equally well",
};

export const SUSPICION_TONES: Record<SuspicionKind, Tone> = {
  wrong_key: "error",
  ambiguous: "warning",
  duplicate: "info",
  saturated: "neutral",
  hopeless: "neutral",
  flat: "lilac",
};

export const QUALITY_ORDERS = ["strength", "position", "easiest", "hardest", "discrimination"] as const;
export type QualityOrder = (typeof QUALITY_ORDERS)[number];

export const QUALITY_ORDER_NAMES: Record<QualityOrder, string> = {
  strength: "Clearest first",
  position: "As added",
  easiest: "Easiest first",
  hardest: "Hardest first",
  discrimination: "Lowest discrimination first",
};

/** More than what is suspected: what was put aside too, or every question. */
export const QUALITY_SHOWN = ["all", "dismissed"] as const;
export type QualityShown = (typeof QUALITY_SHOWN)[number];

export interface QualityPlace {
  suspicion?: SuspicionKind;
  show?: QualityShown;
  order?: QualityOrder;
}
