/** What the addresses of runs can say: filters of the list, what a new run begins with, and what is shown of a run. */
import { GROUP_NAMES, ROW_KINDS, ROW_SORTS, ROW_STATES, type RunFilter, type WantedRows } from "@/features/runs";
import { flag, number, oneOf, text } from "./searchParams";

type Search = Record<string, unknown>;

export function runListSearch(search: Search): RunFilter {
  return { ...oneOf(search, "state", GROUP_NAMES), ...text(search, "prompt"), ...text(search, "metric") };
}

/** The runs to compare, separated by commas, and the one that the others are compared with. */
export function compareSearch(search: Search): { runs?: string; baseline?: string } {
  return { ...text(search, "runs"), ...text(search, "baseline") };
}

interface NewRunPlace {
  prompt?: string;
  version?: number;
  dataset?: string;
  /** Begin with the choices of an earlier run. */
  from?: string;
  /** Prepared to decide the comparison of `from` with this run, by these columns, difference and metric. */
  against?: string;
  column?: number;
  other_column?: number;
  minimum?: number;
  metric?: string;
}

export function newRunSearch(search: Search): NewRunPlace {
  return {
    ...text(search, "prompt"),
    ...number(search, "version"),
    ...text(search, "dataset"),
    ...text(search, "from"),
    ...text(search, "against"),
    ...whole(search, "column"),
    ...whole(search, "other_column"),
    ...share(search, "minimum"),
    ...text(search, "metric"),
  };
}

interface RunPlace extends WantedRows {
  /** The cell whose panel is open. */
  cell?: number;
}

/** Filters and order of the rows of a run, wherever they are shown. */
function rowsSearch(search: Search): WantedRows {
  const { sort, ...rest } = {
    ...oneOf(search, "show", ROW_KINDS),
    ...oneOf(search, "state", ROW_STATES),
    ...text(search, "search"),
    ...text(search, "tag"),
    ...text(search, "category"),
    ...flag(search, "flagged"),
    ...oneOf(search, "sort", ROW_SORTS),
    ...flag(search, "descending"),
    ...share(search, "low"),
    ...whole(search, "failing"),
    ...whole(search, "column"),
    ...whole(search, "by"),
    ...whole(search, "scorer"),
  };
  return sort && sort !== "position" ? { ...rest, sort } : rest;
}

export function runSearch(search: Search): RunPlace {
  return { ...rowsSearch(search), ...whole(search, "cell") };
}

export function whole<Key extends string>(search: Search, key: Key): { [K in Key]?: number } {
  const found = number(search, key);
  const value = found[key];
  return value !== undefined && Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? found : {};
}

export function share<Key extends string>(search: Search, key: Key): { [K in Key]?: number } {
  const found = number(search, key);
  const value = found[key];
  return value !== undefined && value >= 0 && value <= 1 ? found : {};
}
