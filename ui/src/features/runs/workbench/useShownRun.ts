/** Which run the screen shows: the one that the address names, else the newest of the prompt. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isWorking, reportQuery, runListQuery } from "@/features/runs";

export function useShownRun(project: string, prompt: string, wanted: string | undefined) {
  // Just started here; the list does not know it yet.
  const [started, setStarted] = useState<string | null>(null);
  const list = useInfiniteQuery(runListQuery(project, { prompt }));
  const cards = list.data?.pages.flatMap((page) => page.items) ?? [];
  const listed = cards.some(({ id }) => id === started);
  const newest = started !== null && !listed ? started : (cards[0]?.id ?? null);
  const shown = wanted ?? newest;
  const report = useQuery({ ...reportQuery(project, shown ?? ""), enabled: shown !== null });
  const newestReport = useQuery({ ...reportQuery(project, newest ?? ""), enabled: newest !== null });
  const active =
    newestReport.data && (isWorking(newestReport.data.state) || newestReport.data.state === "paused")
      ? newestReport.data
      : null;
  return {
    run: shown === null ? null : (report.data ?? null),
    readAt: report.dataUpdatedAt,
    loading: list.isPending || (shown !== null && report.isPending),
    error: report.isError && !report.data ? report.error : null,
    retry: () => void report.refetch(),
    newest,
    historical: wanted !== undefined && newest !== null && wanted !== newest,
    /** The active or queued run, whichever run is shown. */
    active,
    setStarted,
  };
}

export type ShownRun = ReturnType<typeof useShownRun>;
