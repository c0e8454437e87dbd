/** The kinds of rows in words. Pure. */
import type { RowKind } from "./rowFilter";

const WORDS: Record<RowKind, string> = {
  not_passed: "Not passed",
  errors: "Errors",
  changed: "Changed",
  flagged: "Flagged",
};

/** "Not passed 12"; without the number until it is known. */
export function kindLabel(kind: RowKind, count: number | null): string {
  return count === null ? WORDS[kind] : `${WORDS[kind]} ${count.toLocaleString("en")}`;
}

export function kindHint(kind: RowKind, earlier: number | null): string {
  switch (kind) {
    case "not_passed":
      return "A person or a scorer did not let an answer pass";
    case "errors":
      return "No answer, a malformed one, or one that a scorer could not score";
    case "changed":
      return `Passes now and did not in run #${earlier ?? "?"}, or the other way round`;
    case "flagged":
      return "Someone asked others to look at it";
  }
}
