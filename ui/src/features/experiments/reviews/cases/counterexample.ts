/** How a counterexample begins: like the case that went wrong, without its answer. Pure. */
import type { CaseContent, Dataset } from "@/api/types";
import type { Exemplar } from "../types";

const COUNTEREXAMPLE = "counterexample";

export function counterexample(
  exemplar: Exemplar,
  like: CaseContent | null,
  { columns, holdout_locked: locked }: Pick<Dataset, "columns" | "holdout_locked">,
): CaseContent {
  const split = like?.split ?? "none";
  return {
    values: like?.values ?? (columns[0] ? { [columns[0]]: exemplar.input } : {}),
    expected: like?.expected ?? null,
    tags: [...new Set([...(like?.tags ?? []), COUNTEREXAMPLE])],
    difficulty: like?.difficulty ?? null,
    metadata: {},
    split: locked && split === "holdout" ? "none" : split,
  };
}
