/** Alerts in the cache: how many, which, and what people do about them. */
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/shared/http/client";
import { alertsKey } from "./keys";
import type { Alert } from "./types";
import type { WantedState } from "./alertPhrasing";

const PAGE = 20;
/** What the bell and the banner show. */
const FEW = 6;
/** Events bring news at once; this is for those that were lost, and for snoozes that end. */
const LOOK_AGAIN_MS = 30_000;

export function alertSummaryQuery(project: string) {
  return queryOptions({
    queryKey: [...alertsKey(project), "summary"],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/v1/projects/{project}/alerts/summary", { params: { path: { project } }, signal })),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Those that are not over yet, for the bell and the banner. */
export function fewAlertsQuery(project: string) {
  return queryOptions({
    queryKey: [...alertsKey(project), "few"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/alerts", {
          params: { path: { project }, query: { state: "unresolved", limit: FEW } },
          signal,
        }),
      ),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export interface WantedAlerts {
  state: WantedState;
  suite: string | null;
}

export function alertListQuery(project: string, { state, suite }: WantedAlerts) {
  return infiniteQueryOptions({
    queryKey: [...alertsKey(project), "list", { state, suite }],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/alerts", {
          params: {
            path: { project },
            query: { state, limit: PAGE, ...(suite ? { suite } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
  });
}

export function alertQuery(project: string, alert: string) {
  return queryOptions({
    queryKey: [...alertsKey(project), "one", alert],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/v1/projects/{project}/alerts/{alert}", { params: { path: { project, alert } }, signal })),
  });
}

function useWritten(project: string) {
  const cache = useQueryClient();
  return (alert: Alert) => {
    cache.setQueryData(alertQuery(project, alert.id).queryKey, alert);
    return cache.invalidateQueries({ queryKey: alertsKey(project) });
  };
}

export function useAcknowledge(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (alert: string) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/alerts/{alert}/acknowledge", { params: { path: { project, alert } } }),
      ),
    onSuccess: written,
  });
}

/** Every open alert of the project. */
export function useAcknowledgeAll(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/v1/projects/{project}/alerts/acknowledge", { params: { path: { project } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: alertsKey(project) }),
  });
}

export function useSnooze(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: ({ alert, minutes }: { alert: string; minutes: number }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/alerts/{alert}/snooze", {
          params: { path: { project, alert } },
          body: { minutes },
        }),
      ),
    onSuccess: written,
  });
}

export function useResolve(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: ({ alert, note, accept }: { alert: string; note: string; accept: boolean }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/alerts/{alert}/resolve", {
          params: { path: { project, alert } },
          body: { note, accept },
        }),
      ),
    onSuccess: written,
  });
}
