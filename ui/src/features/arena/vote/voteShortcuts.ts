/** What each key does on the voting screen. Pure. */
import type { Outcome } from "../types";

export type Wish = Outcome | "undo" | "help";

const KEYS: ReadonlyMap<string, Wish> = new Map([
  ["1", "left"],
  ["ArrowLeft", "left"],
  ["2", "right"],
  ["ArrowRight", "right"],
  ["t", "tie"],
  ["b", "both_bad"],
  ["u", "undo"],
  ["?", "help"],
]);

export function wishOf(key: string): Wish | null {
  return KEYS.get(key.length === 1 ? key.toLowerCase() : key) ?? null;
}

export const OUTCOME_WORDS: Record<Outcome, string> = {
  left: "Left is better",
  right: "Right is better",
  tie: "Equally good",
  both_bad: "Both are bad",
};

/** Too short to read two answers: a key press within this time was meant for the pair before. */
const SOONEST_MS = 400;

export function isTooSoon(shownAt: number, now: number): boolean {
  return now - shownAt < SOONEST_MS;
}

/** "Pair 4 of 20", as it was when the pair was handed out. */
export function progressWords({ mine, left_to_do: left }: { mine: number; left_to_do: number }): string {
  return `Pair ${(mine + 1).toLocaleString("en")} of ${(mine + left).toLocaleString("en")}`;
}
