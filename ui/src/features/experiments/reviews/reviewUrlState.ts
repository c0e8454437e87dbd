/** What the address of the queue can say. Pure. */

export const REVIEW_STATES = ["all"] as const;

export interface ReviewFilter {
  /** Left out: what waits. */
  show?: (typeof REVIEW_STATES)[number];
}

export type Shown = NonNullable<ReviewFilter["show"]> | "waiting";
