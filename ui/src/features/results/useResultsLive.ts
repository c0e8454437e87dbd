/**
 * Follow the results while the run writes: what is told of the run makes the figures old,
 * but not more than once in two seconds.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { reportKey, throttled } from "@/features/runs";
import { useEventStream } from "@/shared/live/useEventStream";
import { resultsKey } from "./api";

const EVERY_MS = 2_000;

export function useResultsLive(project: string, run: string): void {
  const cache = useQueryClient();
  const news = useRef<(() => void) | null>(null);
  useEffect(() => {
    const { ask, stop } = throttled(() => {
      void cache.invalidateQueries({ queryKey: resultsKey(project, run) });
      void cache.invalidateQueries({ queryKey: reportKey(project, run) });
    }, EVERY_MS);
    news.current = ask;
    return () => {
      stop();
      news.current = null;
    };
  }, [cache, project, run]);
  useEventStream(
    `/api/v1/projects/${encodeURIComponent(project)}/runs/${run}/events`,
    ({ event }) => {
      // New figures are there: they are shown at once.
      if (event === "run.summarised") void cache.invalidateQueries({ queryKey: resultsKey(project, run) });
      // What a model says right now changes no figure.
      else if (event !== "cell.text") news.current?.();
    },
    { onBack: () => news.current?.() },
  );
}
