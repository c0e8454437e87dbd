/** Which rows of the grid are wanted, in which order; as the address and the server understand it. Pure. */

export const ROW_STATES = ["open", "answered", "malformed", "failed"] as const;
export const ROW_SORTS = ["position", "latency", "cost", "score", "grade"] as const;
type RowSort = (typeof ROW_SORTS)[number];
/** The rows people look for first, as the server counts them. */
export const ROW_KINDS = ["not_passed", "errors", "changed", "fixed", "broken", "flagged", "judges_disagree"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export interface RowFilter {
  show?: RowKind;
  state?: (typeof ROW_STATES)[number];
  /** The number of a scorer: rows that it did not let pass. */
  failing?: number;
  /** Rows with a grade below. */
  low?: number;
  /** Rows that someone wants looked at. */
  flagged?: boolean;
  search?: string;
  tag?: string;
  /** A safety scorer found this. */
  category?: string;
  column?: number;
}

export interface RowOrder {
  sort?: Exclude<RowSort, "position">;
  /** The column whose values count. */
  by?: number;
  /** The scorer, if scores count. */
  scorer?: number;
  descending?: boolean;
}

export interface WantedRows extends RowFilter, RowOrder {
  /** What "fixed" and "broken" compare with: "production" or the id of a run; without it the run before. */
  baseline?: string;
  /** The key of the metric of scores and comparisons; without it the metric of the run. */
  metric?: string;
}

/** Kinds that a comparison with the baseline finds. */
export const COMPARED_KINDS: readonly RowKind[] = ["changed", "fixed", "broken"];

export function toQuery(wanted: WantedRows) {
  const { failing, low, sort, by, scorer, descending } = wanted;
  const { failing: _, low: __, show, ...plain } = filterOf(wanted);
  return {
    ...plain,
    ...(show ? { kind: show } : {}),
    ...(show && COMPARED_KINDS.includes(show) ? comparedBy(wanted) : {}),
    ...(low === undefined ? {} : { low }),
    ...(failing === undefined ? {} : { scorer: failing, passed: false }),
    ...(sort
      ? {
          sort,
          sort_column: by ?? 0,
          sort_scorer: scorer ?? 0,
          order: descending ? ("desc" as const) : ("asc" as const),
        }
      : {}),
  };
}

function comparedBy({ baseline, metric }: WantedRows) {
  return { ...(baseline ? { baseline } : {}), ...(metric ? { metric } : {}) };
}

export function filterOf({ show, state, failing, low, flagged, search, tag, category, column }: WantedRows): RowFilter {
  return {
    ...(show ? { show } : {}),
    ...(state ? { state } : {}),
    ...(failing === undefined ? {} : { failing }),
    ...(low === undefined ? {} : { low }),
    ...(flagged ? { flagged } : {}),
    ...(search ? { search } : {}),
    ...(tag ? { tag } : {}),
    ...(category ? { category } : {}),
    ...(column === undefined ? {} : { column }),
  };
}

export function orderOf({ sort, by, scorer, descending }: WantedRows): RowOrder {
  if (!sort) return {};
  return { sort, ...(by ? { by } : {}), ...(scorer ? { scorer } : {}), ...(descending ? { descending } : {}) };
}

export function isFiltered(wanted: WantedRows): boolean {
  return Object.keys(filterOf(wanted)).length > 0;
}

/** Rows as they come, one after another: then any of them can be read by its number. */
export function inPlainOrder(wanted: WantedRows): boolean {
  return !isFiltered(wanted) && !wanted.sort;
}
