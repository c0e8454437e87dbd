/**
 * Highlighted parts in the text of a prompt: variables, tags and the word json,
 * because all three mean something to us. Pure.
 */

export type MarkKind = "variable" | "tag" | "json";

// The same letters as the server's \w; a name of a variable is no word, so variables come first.
const WORD = "[\\p{L}\\p{N}_]";
const VARIABLE = `\\{\\{${WORD}+\\}\\}`;
const TAG = "</?[A-Za-z][\\w.:-]{0,60}(?:\\s[^<>\\n]{0,200})?/?>";
const JSON_WORD = "(?<![\\p{L}\\p{N}])json(?![\\p{L}\\p{N}])";

export const MARKS = new RegExp(`(?<variable>${VARIABLE})|(?<tag>${TAG})|(?<json>${JSON_WORD})`, "giu");

export function kindOf(groups: Record<string, string | undefined> | undefined): MarkKind {
  if (groups?.["variable"]) return "variable";
  return groups?.["tag"] ? "tag" : "json";
}

export interface Piece {
  text: string;
  kind: MarkKind | null;
}

/** The text cut where the look changes, for places that show it without an editor. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), kind: null });
    pieces.push({ text: match[0], kind: kindOf(match.groups) });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), kind: null });
  return pieces;
}
