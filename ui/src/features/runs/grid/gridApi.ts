/** Rows and cells of a run in the cache. Pages are read once; what changes later is put into them row by row. */
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { GridPage, GridRow } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";
import { runKey } from "../api";
import { toQuery, type WantedRows } from "./rowFilter";

const PAGE = 60;
/** The server gives so many rows by number at once. */
export const ROWS_AT_ONCE = 100;

export type Rows = InfiniteData<GridPage, string | null>;

export const rowsKey = (project: string, run: string) => [...runKey(project, run), "rows"] as const;

export function rowsQuery(project: string, run: string, wanted: WantedRows) {
  return infiniteQueryOptions({
    queryKey: [...rowsKey(project, run), wanted],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run}/rows", {
          params: { path: { project, run }, query: { limit: PAGE, ...toQuery(wanted), ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    placeholderData: keepPreviousData,
    // Rows are kept fresh one by one; reading a thousand of them again on every look would help nobody.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

export async function readRows(project: string, run: string, numbers: readonly number[]): Promise<GridRow[]> {
  const page = await unwrap(
    api.GET("/api/v1/projects/{project}/runs/{run}/rows", {
      params: { path: { project, run }, query: { limit: ROWS_AT_ONCE, row: numbers.slice(0, ROWS_AT_ONCE) } },
    }),
  );
  return page.items;
}

/** The same pages with some rows as they are now. Pure. */
export function withFreshRows(rows: Rows, fresh: readonly GridRow[]): Rows {
  const byNumber = new Map(fresh.map((row) => [row.row, row]));
  const touched = (page: GridPage) => page.items.some(({ row }) => byNumber.has(row));
  return {
    ...rows,
    // A page without news stays the same object, and so does what is drawn from it.
    pages: rows.pages.map((page) => (touched(page) ? { ...page, items: page.items.map((row) => byNumber.get(row.row) ?? row) } : page)),
  };
}

export function cellQuery(project: string, run: string, ordinal: number) {
  return queryOptions({
    queryKey: [...runKey(project, run), "cell", ordinal],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/v1/projects/{project}/runs/{run}/cells/{ordinal}", { params: { path: { project, run, ordinal } }, signal })),
    refetchInterval: ({ state: { data } }) => (data && (data.state === "open" || data.state === "calling") ? 1_500 : false),
  });
}
