/** Monitors and trends in the cache, and what can be done to a monitor. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "@/shared/http/client";
import { monitorsKey, trendKey } from "./keys";
import type { Monitor, MonitorBody, MonitorChange } from "./types";

export type TrendRange = "7d" | "30d" | "all";

const PAGE = 50;
/** Events bring news at once; this is for those that were lost, and for due times that pass. */
const LOOK_AGAIN_MS = 15_000;
/** Among how many runs a baseline is chosen. */
const MOST_RUNS = 20;

export function monitorListQuery(project: string, suite: string | null = null) {
  return infiniteQueryOptions({
    queryKey: [...monitorsKey(project), { suite }],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/monitors", {
          params: {
            path: { project },
            query: { limit: PAGE, ...(suite ? { suite } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function schedulePreviewQuery(project: string, cron: string, timezone: string) {
  return queryOptions({
    queryKey: ["schedule-preview", project, cron, timezone],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/schedule-preview", {
          params: { path: { project }, query: { cron, timezone } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

export function trendQuery(project: string, suite: string, range: TrendRange, target: string | null = null) {
  return queryOptions({
    queryKey: [...trendKey(project, suite), range, target],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/suites/{suite}/trend", {
          params: { path: { project, suite }, query: { range, ...(target === null ? {} : { target }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
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
      unwrap(
        api.POST("/api/v1/projects/{project}/monitors", {
          params: { path: { project } },
          body: asBody({ suite_id: suite, enabled: true, ...body }),
        }),
      ),
    onSuccess: written,
  });
}

export function useChangeMonitor(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: ({ monitor, ...body }: MonitorChange & { monitor: string }) =>
      unwrap(
        api.PATCH("/api/v1/projects/{project}/monitors/{monitor}", {
          params: { path: { project, monitor } },
          body: asBody(body),
        }),
      ),
    onSettled: written,
  });
}

export function useRemoveMonitor(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (monitor: string) =>
      unwrap(api.DELETE("/api/v1/projects/{project}/monitors/{monitor}", { params: { path: { project, monitor } } })),
    onSuccess: written,
  });
}

export function useTriggerMonitor(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: ({ id }: Monitor) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/monitors/{monitor}/trigger", {
          params: { path: { project, monitor: id } },
        }),
      ),
    onSuccess: written,
  });
}
