/** Follow a run: its sums, and only the rows in sight, at most twice a second. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { GridRow, RunReport } from "@/api/types";
import { useEventStream } from "@/shared/live/useEventStream";
import { reportKey, runKey } from "../api";
import { readRows, type Rows, rowsKey, withFreshRows } from "../grid/gridApi";
import { isWorking } from "../states";
import { cellsOf, DirtyRows, rowsToRead } from "./dirtyRows";
import { throttled } from "./throttle";

const EVERY_MS = 500;
/** How often cells that wait are looked at when nothing is told: which of them are being asked is no event. */
const LOOK_MS = 1_000;
/** With a filter, rows come and go: the list itself is read again, but less often. */
const LIST_MS = 2_000;

export interface RunLive {
  /** The grid tells which rows are in sight. */
  show: (rows: readonly GridRow[]) => void;
}

export function useRunLive(project: string, run: RunReport, filtered: boolean): RunLive {
  const cache = useQueryClient();
  const shown = useRef<readonly GridRow[]>([]);
  const dirty = useRef<DirtyRows | null>(null);
  const news = useRef<{ ask: () => void; list: () => void } | null>(null);
  const working = isWorking(run.state);
  const known = () => (dirty.current ??= new DirtyRows(run.plan.columns.length));

  const readShown = useEffectEvent(async () => {
    const wanted = rowsToRead(shown.current, known(), working);
    if (wanted.length === 0) return;
    try {
      const fresh = await readRows(project, run.id, wanted);
      known().clean(wanted);
      cache.setQueriesData<Rows>({ queryKey: rowsKey(project, run.id) }, (rows) => rows && withFreshRows(rows, fresh));
    } catch {
      // They stay noted, and are read with the next news.
    }
  });
  const readList = useEffectEvent(() => {
    if (filtered) void cache.invalidateQueries({ queryKey: rowsKey(project, run.id) });
  });

  useEffect(() => {
    const sums = throttled(() => void cache.invalidateQueries({ queryKey: reportKey(project, run.id) }), EVERY_MS);
    const rows = throttled(() => void readShown(), EVERY_MS);
    const list = throttled(() => readList(), LIST_MS);
    news.current = {
      ask: () => {
        sums.ask();
        rows.ask();
        list.ask();
      },
      list: rows.ask,
    };
    return () => {
      [sums, rows, list].forEach(({ stop }) => stop());
      news.current = null;
    };
  }, [cache, project, run.id]);

  useEffect(() => {
    if (!working) return;
    const timer = window.setInterval(() => news.current?.list(), LOOK_MS);
    return () => window.clearInterval(timer);
  }, [working]);

  useEventStream(`/api/v1/projects/${encodeURIComponent(project)}/runs/${run.id}/events`, ({ event, data }) => {
    const body = JSON.parse(data) as { data?: unknown };
    if (event === "run.progressed") known().note(cellsOf(body.data ?? body));
    else known().note(null);
    if (event === "run.completed") void cache.invalidateQueries({ queryKey: runKey(project, run.id) });
    news.current?.ask();
  });

  return {
    show: (rows) => {
      shown.current = rows;
      if (rowsToRead(rows, known(), false).length > 0) news.current?.list();
    },
  };
}
