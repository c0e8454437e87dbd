/**
 * The rows of a run as a grid needs them: any of them by its place if they stand in order,
 * else as far as the list was read.
 */
import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { GridRow, RunReport } from "@/api/types";
import { throttled } from "../live/throttle";
import { rowPageQuery, rowsQuery } from "./gridApi";
import { PAGE_ROWS, pagesFor } from "./pageWindow";
import { inPlainOrder, isFiltered, type WantedRows } from "./rowFilter";

export interface RowSource {
  total: number;
  /** Undefined: not here yet. */
  at: (place: number) => GridRow | undefined;
  /** Where a row stands, by its number; -1: not among those that were read. */
  placeOf: (row: number) => number;
  /** The grid says what is in sight; what is missing there is read. */
  look: (first: number, last: number) => void;
  pending: boolean;
  error: unknown;
  retry: () => void;
  /** Rows of another question, shown until the answer is here. */
  stale: boolean;
  /** How many rows fit is not known before the end is reached. */
  more: boolean;
}

/** While someone races through ten thousand rows, most pages are gone before they could be read. */
const SETTLE_MS = 80;
/** The end of the list is near. */
const AHEAD = 20;

export function useGridRows(project: string, run: RunReport, wanted: WantedRows): RowSource {
  const plain = inPlainOrder(wanted);
  const pages = usePagesInSight(project, run, plain);
  const list = useListedRows(project, run, wanted, !plain);
  return plain ? pages : list;
}

function usePagesInSight(project: string, run: RunReport, enabled: boolean): RowSource {
  const total = run.plan.cases * run.plan.trials;
  const sight = useRef<[number, number]>([0, 0]);
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const settle = useRef<ReturnType<typeof throttled> | null>(null);
  const choose = useEffectEvent(() => {
    const next = pagesFor(...sight.current, total);
    setStarts((before) => (before.join() === next.join() ? before : next));
  });
  useEffect(() => {
    const throttle = throttled(() => choose(), SETTLE_MS);
    settle.current = throttle;
    return () => throttle.stop();
  }, []);
  // Pages out of sight leave the cache after a while: memory does not grow with the run.
  const found = useQueries({ queries: enabled ? starts.map((start) => rowPageQuery(project, run.id, start)) : [] });
  const byPage = new Map(starts.map((start, index) => [start, found[index]?.data?.items]));
  const broken = found.find(({ isError, data }) => isError && !data);
  return {
    total,
    at: (place) => byPage.get(Math.floor(place / PAGE_ROWS) * PAGE_ROWS)?.[place % PAGE_ROWS],
    placeOf: (row) => (row < total ? row : -1),
    look: (first, last) => {
      sight.current = [first, last];
      settle.current?.ask();
    },
    pending: found.every(({ data }) => !data),
    error: broken?.error ?? null,
    retry: () => found.forEach((page) => page.isError && void page.refetch()),
    stale: false,
    more: false,
  };
}

function useListedRows(project: string, run: RunReport, wanted: WantedRows, enabled: boolean): RowSource {
  const list = useInfiniteQuery({ ...rowsQuery(project, run.id, wanted), enabled });
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const more = list.hasNextPage;
  const next = () => more && !list.isFetchingNextPage && void list.fetchNextPage();
  // A page of a search may be empty although there is more: nothing would be in sight that could ask for it.
  const goOn = useEffectEvent(next);
  const few = enabled && more && rows.length < AHEAD && !list.isFetching;
  useEffect(() => {
    if (few) goOn();
  }, [few, rows.length, list.data?.pages.length]);
  // The number of rows is known without a filter; with one it is not counted.
  const counted =
    isFiltered(wanted) || list.isPlaceholderData ? rows.length + (more ? 1 : 0) : run.plan.cases * run.plan.trials;
  return {
    total: counted,
    at: (place) => rows[place],
    placeOf: (row) => rows.findIndex((one) => one.row === row),
    look: (_, last) => {
      if (last >= rows.length - AHEAD) next();
    },
    pending: list.isPending || (rows.length === 0 && more),
    error: rows.length === 0 ? list.error : null,
    retry: () => void list.refetch(),
    stale: list.isPlaceholderData,
    more,
  };
}
