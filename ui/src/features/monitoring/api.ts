/** Monitors and trends in the cache, and what can be done to a monitor. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";
import { monitorsKey, trendKey } from "./keys";
import type { Monitor, MonitorBody, MonitorChange } from "./types";

export type TrendRange = "7d" | "30d" | "all";

const PAGE = 50;
/** Events bring news at once; this is for those that were lost, and for due times that pass. */
const LOOK_AGAIN_MS = 15_000;
/** Among how many runs a baseline is chosen. */
const MOST_RUNS = 20;

export function monitorListQuery(project: string, suite: string | null = null) {
  return pagedQuery(
    [...monitorsKey(project), { suite }],
    "/api/v1/projects/{project}/monitors",
    { path: { project }, query: { limit: PAGE, suite: suite || undefined } },
    { refetchInterval: LOOK_AGAIN_MS },
  );
}

export function schedulePreviewQuery(project: string, cron: string, timezone: string) {
  return getQuery(
    ["schedule-preview", project, cron, timezone],
    "/api/v1/projects/{project}/schedule-preview",
    { path: { project }, query: { cron, timezone } },
    { placeholderData: keepPreviousData, gcTime: 60_000 },
  );
}

export function trendQuery(project: string, suite: string, range: TrendRange, target: string | null = null) {
  return getQuery(
    [...trendKey(project, suite), range, target],
    "/api/v1/projects/{project}/suites/{suite}/trend",
    { path: { project, suite }, query: { range, ...(target === null ? {} : { target }) } },
    { placeholderData: keepPreviousData, refetchInterval: LOOK_AGAIN_MS },
  );
}

/** What a baseline can be chosen from: the newest runs that have a result. */
export function finishedRunsQuery(project: string, suite: string) {
  return queryOptions({
    ...trendQuery(project, suite, "all"),
    select: ({ points }) =>
      points
        .filter(({ score }) => score !== null)
        .slice(-MOST_RUNS)
        .toReversed(),
  });
}

/** What is left out stays, or is as usual; the generated types ask for every field that has a default. */
function asBody(body: object): never {
  return body as never;
}

function useWritten(project: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: monitorsKey(project) });
}

export function useCreateMonitor(project: string, suite: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (body: MonitorBody) =>
      callApi("POST", "/api/v1/projects/{project}/monitors", {
        path: { project },
        body: asBody({ suite_id: suite, enabled: true, ...body }),
      }),
    onSuccess: written,
  });
}

export function useChangeMonitor(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: ({ monitor, ...body }: MonitorChange & { monitor: string }) =>
      callApi("PATCH", "/api/v1/projects/{project}/monitors/{monitor}", {
        path: { project, monitor },
        body: asBody(body),
      }),
    onSettled: written,
  });
}

export function useRemoveMonitor(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (monitor: string) =>
      callApi("DELETE", "/api/v1/projects/{project}/monitors/{monitor}", { path: { project, monitor } }),
    onSuccess: written,
  });
}

export function useTriggerMonitor(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: ({ id }: Monitor) =>
      callApi("POST", "/api/v1/projects/{project}/monitors/{monitor}/trigger", { path: { project, monitor: id } }),
    onSuccess: written,
  });
}
