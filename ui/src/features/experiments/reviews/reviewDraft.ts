/** What a reviewer is about to approve: the whole suggestion, some of its changes, or words of their own. Pure. */
import type { Suggestion } from "./types";

export interface Draft {
  /** Changes that are to be made. */
  chosen: readonly number[];
  /** What the reviewer wrote; null while they only choose. */
  text: string | null;
}

export function wholeOf({ hunks }: Pick<Suggestion, "hunks">): Draft {
  return { chosen: hunks.map(({ index }) => index), text: null };
}

export function isWhole({ hunks }: Pick<Suggestion, "hunks">, { chosen, text }: Draft): boolean {
  return text === null && chosen.length === hunks.length;
}

export function toggled({ chosen, text }: Draft, index: number): Draft {
  const next = chosen.includes(index) ? chosen.filter((each) => each !== index) : [...chosen, index];
  return { chosen: next.sort((a, b) => a - b), text };
}

/** Words count as one's own only if they differ from what was proposed. */
export function ownWords({ proposed_text: proposed }: Pick<Suggestion, "proposed_text">, { text }: Draft): boolean {
  return text !== null && text !== proposed;
}

export type Wish = { hunks: number[] } | { text: string } | null;

/** What the server is asked to check or to apply; null for the suggestion as it is. */
export function wishOf(suggestion: Pick<Suggestion, "hunks" | "proposed_text">, draft: Draft): Wish {
  if (draft.text !== null) return ownWords(suggestion, draft) ? { text: draft.text } : null;
  return isWhole(suggestion, draft) ? null : { hunks: [...draft.chosen] };
}

/** Why it cannot be approved now, in words; null if nothing of the draft itself stands against it. */
export function emptyBecause(suggestion: Pick<Suggestion, "base">, draft: Draft): string | null {
  if (draft.text !== null)
    return draft.text === suggestion.base.text ? "Your text is the same as the current prompt." : null;
  return draft.chosen.length === 0 ? "No change is chosen. Choose one, or reject the suggestion." : null;
}
