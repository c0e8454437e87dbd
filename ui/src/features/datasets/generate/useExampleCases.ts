import { useQueries } from "@tanstack/react-query";
import type { Case } from "@/api/types";
import { caseQuery } from "../api";

export interface ExampleCases {
  id: string;
  /** Null while it is read, or when it is gone. */
  one: Case | null;
  gone: boolean;
}

/** The cases that new ones are to resemble, as far as they are known. */
export function useExampleCases(project: string, dataset: string | null, ids: readonly string[]): ExampleCases[] {
  const found = useQueries({
    queries: (dataset === null ? [] : ids).map((id) => caseQuery(project, dataset ?? "", id)),
  });
  return ids.map((id, index) => {
    const one = found[index]?.data?.case ?? null;
    return { id, one, gone: found[index]?.isError === true || (one !== null && one.until !== null) };
  });
}

/** No model gets to see what is held out. */
export function showable(liked: readonly ExampleCases[]): string[] {
  return liked.filter(({ one, gone }) => !gone && one?.split !== "holdout").map(({ id }) => id);
}
