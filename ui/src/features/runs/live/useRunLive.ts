/**
 * Follow a run: its sums, what models say right now, and only the rows in sight. The first news is acted on at once.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { GridRow, RunReport } from "@/api/types";
import { useEventStream } from "@/shared/live/useEventStream";
import { reportKey, runKey } from "../api";
import { putRows, readRows, rowsKey } from "../grid/gridApi";
import { putPendingMarks } from "../grid/marksApi";
import { isWorking } from "../runStates";
import { cellsOf, StaleRows, rowsToRead } from "./staleRows";
import { forget, readFrame, say } from "./liveText";
import { throttled } from "./throttle";

/** A small run updates cell by cell, a large one at most twice a second. */
const SMALL_RUN = 200;
const SOON_MS = 60;
const EVERY_MS = 500;
/** How often waiting cells are polled, because the start of a call sends no event. */
const LOOK_MS = 1_000;
/** With a filter, rows come and go: the list itself is read again, but less often. */
const LIST_MS = 2_000;

interface RunLive {
  /** The grid tells which rows are in sight. */
  show: (rows: readonly GridRow[]) => void;
}

interface News {
  all: () => void;
  rows: () => void;
}

/** `plain`: rows stand in their order, so that news never moves one. */
export function useRunLive(project: string, run: RunReport, plain: boolean): RunLive {
  const cache = useQueryClient();
  const shown = useRef<readonly GridRow[]>([]);
  const dirty = useRef<StaleRows | null>(null);
  const news = useRef<News | null>(null);
  const reading = useRef(false);
  const working = isWorking(run.state);
  // Cells in a batch begin no call, and their answers send an event.
  const calling = working && run.batch === null;
  const small = run.plan.cells <= SMALL_RUN;
  const known = () => (dirty.current ??= new StaleRows(run.plan.columns.length));

  const readShown = useEffectEvent(async () => {
    // What comes while we read is read right after: answers never overtake each other.
    if (reading.current) return;
    const wanted = rowsToRead(shown.current, known(), working);
    if (wanted.length === 0) return;
    reading.current = true;
    known().clean(wanted);
    try {
      const fresh = await readRows(project, run.id, wanted);
      putRows(cache, project, run.id, fresh);
      putPendingMarks(cache, project, run.id);
      forget(
        run.id,
        fresh.flatMap(({ cells }) =>
          cells.filter(({ state }) => state !== "open" && state !== "calling").map(({ ordinal }) => ordinal),
        ),
      );
    } catch {
      // They are noted again, and read with the next news, or soon: after the end of a run there may be no more news.
      known().note(wanted.map((row) => row * run.plan.columns.length));
      window.setTimeout(() => news.current?.rows(), LIST_MS);
      return;
    } finally {
      reading.current = false;
    }
    if (rowsToRead(shown.current, known(), false).length > 0) news.current?.rows();
  });
  const readList = useEffectEvent(() => {
    if (!plain) void cache.invalidateQueries({ queryKey: rowsKey(project, run.id) });
  });

  useEffect(() => {
    const sums = throttled(() => void cache.invalidateQueries({ queryKey: reportKey(project, run.id) }), EVERY_MS);
    const rows = throttled(() => void readShown(), small ? SOON_MS : EVERY_MS);
    const list = throttled(() => readList(), LIST_MS);
    news.current = { all: () => [rows, sums, list].forEach(({ ask }) => ask()), rows: rows.ask };
    return () => {
      [sums, rows, list].forEach(({ stop }) => stop());
      news.current = null;
    };
  }, [cache, project, run.id, small]);
  useEffect(() => () => forget(run.id), [run.id]);

  // Read again what is in sight, and the rest when it comes into sight.
  const readAgain = () => {
    known().note(null);
    void cache.invalidateQueries({ queryKey: rowsKey(project, run.id), refetchType: plain ? "none" : "active" });
    news.current?.all();
  };
  const readAfterEnd = useEffectEvent(readAgain);
  const wasWorking = useRef(working);
  useEffect(() => {
    // A short run may end before the stream is open, so that no event says what its last answers were.
    if (wasWorking.current && !working) readAfterEnd();
    wasWorking.current = working;
  }, [working]);

  useEffect(() => {
    if (!calling) return;
    const timer = window.setInterval(() => news.current?.rows(), LOOK_MS);
    return () => window.clearInterval(timer);
  }, [calling]);

  useEventStream(
    `/api/v1/projects/${encodeURIComponent(project)}/runs/${run.id}/events`,
    ({ event, data }) => {
      const body = JSON.parse(data) as { data?: unknown };
      if (event === "cell.text") {
        const frame = readFrame(body.data ?? body);
        if (frame) say(run.id, frame.ordinal, frame);
        return;
      }
      // They stand beside the answers, and the events of the project announce them too.
      if (event.startsWith("comment.")) return;
      const names = event === "run.progressed" || event === "cell.marked";
      known().note(names ? cellsOf(body.data ?? body) : null);
      if (event === "run.completed") void cache.invalidateQueries({ queryKey: runKey(project, run.id) });
      news.current?.all();
    },
    // Events may have been missed.
    { onBack: readAgain },
  );

  return {
    show: (rows) => {
      shown.current = rows;
      if (rowsToRead(rows, known(), false).length > 0) news.current?.rows();
    },
  };
}
