/** What the addresses of datasets can say: filters, the version looked at, the case that is open. */
import { CASE_SORTS, type CaseFilter, type CaseSort, type DatasetFilter, KINDS, SPLITS } from "@/features/datasets";
import { flag, number, oneOf, text } from "./searchParams";

export function datasetListSearch(search: Record<string, unknown>): DatasetFilter & { create?: boolean; import?: boolean } {
  return { ...text(search, "search"), ...oneOf(search, "kind", KINDS), ...flag(search, "create"), ...flag(search, "import") };
}

export interface DatasetPlace extends CaseFilter {
  view?: "versions";
  sort?: CaseSort;
  /** An older version, to look at. */
  version?: number;
  /** The case whose panel is open. */
  open?: string;
  import?: boolean;
  /** Two versions beside each other. */
  from?: number;
  to?: number;
}

export function datasetSearch(search: Record<string, unknown>): DatasetPlace {
  const { difficulty, ...numbers } = { ...number(search, "difficulty"), ...number(search, "version"), ...number(search, "from"), ...number(search, "to") };
  return {
    ...numbers,
    ...(difficulty !== undefined && difficulty >= 1 && difficulty <= 5 ? { difficulty } : {}),
    ...text(search, "search"),
    ...text(search, "tag"),
    ...text(search, "open"),
    ...oneOf(search, "view", ["versions"]),
    ...oneOf(search, "split", SPLITS),
    ...oneOf(search, "sort", CASE_SORTS),
    ...flag(search, "import"),
  };
}
