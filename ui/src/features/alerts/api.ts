/** Alerts in the cache: how many, which, and what people do about them. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { waitingKey } from "@/features/home";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";
import { alertsKey } from "./keys";
import type { Alert } from "./types";
import type { WantedState } from "./alertPhrasing";

const PAGE = 20;
/** What the bell and the banner show. */
const FEW = 6;
/** Polling interval, in case an event is lost and for snoozes that end. */
const LOOK_AGAIN_MS = 30_000;

export function alertSummaryQuery(project: string) {
  return getQuery(
    [...alertsKey(project), "summary"],
    "/api/v1/projects/{project}/alerts/summary",
    { path: { project } },
    { refetchInterval: LOOK_AGAIN_MS },
  );
}

/** Those that are not over yet, for the bell and the banner. */
export function fewAlertsQuery(project: string) {
  return getQuery(
    [...alertsKey(project), "few"],
    "/api/v1/projects/{project}/alerts",
    { path: { project }, query: { state: "unresolved", limit: FEW } },
    { refetchInterval: LOOK_AGAIN_MS },
  );
}

export interface WantedAlerts {
  state: WantedState;
  suite: string | null;
}

export function alertListQuery(project: string, { state, suite }: WantedAlerts) {
  return pagedQuery([...alertsKey(project), "list", { state, suite }], "/api/v1/projects/{project}/alerts", {
    path: { project },
    query: { state, limit: PAGE, suite: suite || undefined },
  });
}

export function alertQuery(project: string, alert: string) {
  return getQuery([...alertsKey(project), "one", alert], "/api/v1/projects/{project}/alerts/{alert}", {
    path: { project, alert },
  });
}

function useWritten(project: string) {
  const cache = useQueryClient();
  return (alert: Alert) => {
    cache.setQueryData(alertQuery(project, alert.id).queryKey, alert);
    void cache.invalidateQueries({ queryKey: waitingKey(project) });
    return cache.invalidateQueries({ queryKey: alertsKey(project) });
  };
}

export function useAcknowledge(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (alert: string) =>
      callApi("POST", "/api/v1/projects/{project}/alerts/{alert}/acknowledge", { path: { project, alert } }),
    onSuccess: written,
  });
}

/** Every open alert of the project. */
export function useAcknowledgeAll(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("POST", "/api/v1/projects/{project}/alerts/acknowledge", { path: { project } }),
    onSuccess: () =>
      Promise.all([alertsKey(project), waitingKey(project)].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}

export function useSnooze(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: ({ alert, minutes }: { alert: string; minutes: number }) =>
      callApi("POST", "/api/v1/projects/{project}/alerts/{alert}/snooze", {
        path: { project, alert },
        body: { minutes },
      }),
    onSuccess: written,
  });
}

export function useResolve(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: ({ alert, note, accept }: { alert: string; note: string; accept: boolean }) =>
      callApi("POST", "/api/v1/projects/{project}/alerts/{alert}/resolve", {
        path: { project, alert },
        body: { note, accept },
      }),
    onSuccess: written,
  });
}
