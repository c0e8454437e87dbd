/** Where a contestant stands between cost and quality. Pure. */
import type { BoardRow } from "./types";

/** frontier: no entry is better and cheaper; close: one may be; beaten: one clearly is. */
export type Standing = "frontier" | "close" | "beaten";

type Placed = Pick<BoardRow, "grade" | "cost_per_answer_usd" | "on_frontier" | "clearly_beaten">;

/** Null: without a grade or a price it has no place. */
export function standingOf({
  grade,
  cost_per_answer_usd: cost,
  on_frontier: front,
  clearly_beaten: beaten,
}: Placed): Standing | null {
  if (grade === null || cost === null) return null;
  if (beaten) return "beaten";
  return front ? "frontier" : "close";
}

export const STANDING_WORDS: Record<Standing, string> = {
  frontier: "On the frontier",
  close: "Not clearly worse",
  beaten: "Clearly beaten",
};

export const STANDING_HINTS: Record<Standing, string> = {
  frontier: "No other entry is both better and cheaper",
  close: "Another entry looks better for its cost, but the difference is not significant in both quality and cost",
  beaten: "Another entry is significantly better and significantly cheaper",
};
