/** Rows and cells of a run in the cache. Pages are read once; what changes later is put into them row by row. */
import { type InfiniteData, keepPreviousData, type QueryClient } from "@tanstack/react-query";
import type { GridCell, GridPage, GridRow, RunReport } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";
import { runKey } from "../api";
import { isWorking, totalsOf } from "../runStates";
import { PAGE_ROWS } from "./pageWindow";
import { toQuery, type WantedRows } from "./rowFilter";

const PAGE = 60;
/** The server gives so many rows by number at once. */
const ROWS_AT_ONCE = 100;

export type Rows = InfiniteData<GridPage, string | null> | GridPage;
/** Pages out of sight are dropped, so that a grid of a million cells needs no more memory than a small one. */
const FORGET_MS = 20_000;

export const rowsKey = (project: string, run: string) => [...runKey(project, run), "rows"] as const;

export function rowsQuery(project: string, run: string, wanted: WantedRows) {
  return pagedQuery(
    [...rowsKey(project, run), wanted],
    "/api/v1/projects/{project}/runs/{run}/rows",
    { path: { project, run }, query: { limit: PAGE, ...toQuery(wanted) } },
    {
      placeholderData: keepPreviousData,
      // Events update single rows, so that thousands of them need not be read again.
      staleTime: 60_000,
      refetchOnWindowFocus: false,
    },
  );
}

export const rowCountsKey = (project: string, run: string) => [...runKey(project, run), "row-counts"] as const;

/** How many rows are worth a look. Read again when the run has moved on, and now and then while it does. */
export function rowCountsQuery(
  project: string,
  run: RunReport,
  { baseline, metric }: Pick<WantedRows, "baseline" | "metric">,
) {
  const { done } = totalsOf(run);
  const scored = run.scorers.reduce((sum, { columns }) => sum + columns.reduce((of, one) => of + one.scored, 0), 0);
  const working = isWorking(run.state);
  return getQuery(
    [
      ...rowCountsKey(project, run.id),
      baseline ?? null,
      metric ?? null,
      working ? "working" : `${run.state} ${done} ${scored}`,
    ],
    "/api/v1/projects/{project}/runs/{run}/row-counts",
    { path: { project, run: run.id }, query: { baseline, metric } },
    { placeholderData: keepPreviousData, refetchInterval: working ? 5_000 : false },
  );
}

/** Any stretch of rows by the number of its first, while they stand in order. */
export function rowPageQuery(project: string, run: string, start: number) {
  return getQuery(
    [...rowsKey(project, run), "from", start],
    "/api/v1/projects/{project}/runs/{run}/rows",
    { path: { project, run }, query: { limit: PAGE_ROWS, start } },
    { staleTime: 60_000, gcTime: FORGET_MS, refetchOnWindowFocus: false },
  );
}

export async function readRows(project: string, run: string, numbers: readonly number[]): Promise<GridRow[]> {
  const page = await callApi("GET", "/api/v1/projects/{project}/runs/{run}/rows", {
    path: { project, run },
    query: { limit: ROWS_AT_ONCE, row: numbers.slice(0, ROWS_AT_ONCE) },
  });
  return page.items;
}

/**
 * The same rows, some of them changed. What did not change stays the same object,
 * and so does what is drawn from it. Pure.
 */
export function withRows(rows: Rows, changed: (row: GridRow) => GridRow): Rows {
  if (!("pages" in rows)) return changedPage(rows, changed);
  const pages = rows.pages.map((page) => changedPage(page, changed));
  return pages.every((page, index) => page === rows.pages[index]) ? rows : { ...rows, pages };
}

function changedPage(page: GridPage, changed: (row: GridRow) => GridRow): GridPage {
  const items = page.items.map(changed);
  return items.every((row, index) => row === page.items[index]) ? page : { ...page, items };
}

/** Put rows as they are now wherever they are shown. */
export function putRows(cache: QueryClient, project: string, run: string, fresh: readonly GridRow[]): void {
  const byNumber = new Map(fresh.map((row) => [row.row, row]));
  cache.setQueriesData<Rows>(
    { queryKey: rowsKey(project, run) },
    (rows) => rows && withRows(rows, (row) => byNumber.get(row.row) ?? row),
  );
}

/** Change cells before the server has said so. */
export function putCells(
  cache: QueryClient,
  project: string,
  run: string,
  ordinals: readonly number[],
  part: Partial<GridCell>,
): void {
  const meant = new Set(ordinals);
  const changed = (row: GridRow) =>
    row.cells.some(({ ordinal }) => meant.has(ordinal))
      ? { ...row, cells: row.cells.map((cell) => (meant.has(cell.ordinal) ? { ...cell, ...part } : cell)) }
      : row;
  cache.setQueriesData<Rows>({ queryKey: rowsKey(project, run) }, (rows) => rows && withRows(rows, changed));
}

export const cellKey = (project: string, run: string, ordinal: number) =>
  [...runKey(project, run), "cell", ordinal] as const;

export function cellQuery(project: string, run: string, ordinal: number) {
  return getQuery(
    cellKey(project, run, ordinal),
    "/api/v1/projects/{project}/runs/{run}/cells/{ordinal}",
    { path: { project, run, ordinal } },
    {
      refetchInterval: ({ state: { data } }) =>
        data && (data.state === "open" || data.state === "calling") ? 1_500 : false,
    },
  );
}
