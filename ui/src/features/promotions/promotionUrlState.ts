/** What the address of the list of promotions can say. */
import type { PromotionState } from "./types";

export const PROMOTION_FILTERS = ["waiting", "approved", "rejected", "withdrawn", "all"] as const;
export type ShownPromotions = (typeof PROMOTION_FILTERS)[number];

export interface PromotionListPlace {
  /** Left out: those that wait. */
  show?: ShownPromotions;
  prompt?: string;
}

export const STATE_OF: Record<ShownPromotions, PromotionState | undefined> = {
  waiting: "WAITING",
  approved: "APPROVED",
  rejected: "REJECTED",
  withdrawn: "WITHDRAWN",
  all: undefined,
};
