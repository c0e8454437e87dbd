/** The kinds of rows in words. Pure. */
import type { RowCounts } from "@/api/types";
import { COMPARED_KINDS, type RowKind } from "./rowFilter";

const WORDS: Record<RowKind, string> = {
  not_passed: "Not passed",
  errors: "Errors",
  changed: "Changed",
  fixed: "Fixed",
  broken: "Broken",
  flagged: "Flagged",
  judges_disagree: "Judges disagree",
};

export function kindWords(kind: RowKind): string {
  return WORDS[kind];
}

/** Kinds that this run cannot have are left out: without a baseline nothing changed, one judge agrees with itself. */
export function isOffered(
  kind: RowKind,
  counts: Pick<RowCounts, "baseline" | "judges_disagree"> | undefined,
  judges: number,
): boolean {
  if (COMPARED_KINDS.includes(kind)) return Boolean(counts?.baseline);
  return kind !== "judges_disagree" || judges > 1 || Boolean(counts?.judges_disagree);
}

/** Stands before the kinds that compare: the same run counts other rows as fixed against another baseline. */
export function againstWords(baseline: number | undefined): string {
  return `Against run #${baseline ?? "?"}:`;
}

export function kindHint(kind: RowKind, baseline: number | null): string {
  switch (kind) {
    case "not_passed":
      return "A person or a scorer rated an answer as not passed";
    case "errors":
      return "No answer, a malformed one, or one that a scorer could not score";
    case "changed":
      return `Passes in only one of this run and run #${baseline ?? "?"}`;
    case "fixed":
      return `Failed in run #${baseline ?? "?"} and passes now`;
    case "broken":
      return `Passed in run #${baseline ?? "?"} and fails now`;
    case "flagged":
      return "Someone flagged an answer for review";
    case "judges_disagree":
      return "One judge passes an answer and another fails it";
  }
}
