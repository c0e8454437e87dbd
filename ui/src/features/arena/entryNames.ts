/** What contestants are called, and how several are listed. Pure. */
import type { BoardRow } from "./types";

/** By the number of the entry. */
export type Names = ReadonlyMap<number, string>;

export function namesOf(entries: readonly Pick<BoardRow, "entry" | "name">[]): Names {
  return new Map(entries.map(({ entry, name }) => [entry, name]));
}

export function nameIn(names: Names, entry: number): string {
  return names.get(entry) ?? `Entry ${entry}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
