/** Experiments in the cache: one with all its facts, its iterations, its report, and what can be done to them. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery, postQuery } from "@/shared/http/queries";
import {
  experimentKey,
  experimentReportKey,
  experimentsKey,
  iterationKey,
  iterationListKey,
  iterationsBelow,
  suggestionsKey,
} from "./keys";
import { isMoving } from "./experimentStates";
import type { Experiment, ExperimentChange, SplitName } from "./types";

const PAGE = 20;
/** What the trend is drawn from: an experiment has a hundred iterations at most. */
const ALL = 100;
/** Polling interval while work is under way, in case an event is lost. */
const LOOK_AGAIN_MS = 5_000;

export function experimentQuery(project: string, experiment: string) {
  return getQuery(
    [...experimentKey(project, experiment), "facts"],
    "/api/v1/projects/{project}/experiments/{experiment}",
    { path: { project, experiment } },
    { refetchInterval: ({ state: { data } }) => (data?.state === "running" || checking(data) ? LOOK_AGAIN_MS : false) },
  );
}

function checking(experiment: Experiment | undefined): boolean {
  return experiment?.state === "completed" && experiment.check !== null && stillChecking(experiment.check);
}

const CHECK_STOPPED = new Set<string>(["failed", "cancelled", "paused"]);

/** The check run is at work, or its verdict is being written. */
export function stillChecking({ state, verdict }: { state: string; verdict: unknown }): boolean {
  return verdict === null && !CHECK_STOPPED.has(state);
}

export function iterationListQuery(project: string, experiment: string) {
  return pagedQuery(
    [...iterationListKey(project, experiment), "pages"],
    "/api/v1/projects/{project}/experiments/{experiment}/iterations",
    { path: { project, experiment }, query: { limit: PAGE } },
  );
}

/** Which case is in which split, in the order of the dataset. */
export function splitCasesQuery(project: string, experiment: string, split: SplitName | null) {
  return pagedQuery(
    [...experimentKey(project, experiment), "cases", split],
    "/api/v1/projects/{project}/experiments/{experiment}/cases",
    { path: { project, experiment }, query: { limit: ALL, split: split || undefined } },
  );
}

/** Every iteration at once, for the trend and for finding one by its number. */
export function allIterationsQuery(project: string, experiment: string) {
  return getQuery(
    [...iterationListKey(project, experiment), "all"],
    "/api/v1/projects/{project}/experiments/{experiment}/iterations",
    { path: { project, experiment }, query: { limit: ALL } },
  );
}

export function iterationQuery(project: string, iteration: string) {
  return getQuery(
    iterationKey(project, iteration),
    "/api/v1/projects/{project}/iterations/{iteration}",
    { path: { project, iteration } },
    { refetchInterval: ({ state: { data } }) => (data && isMoving(data.state) ? LOOK_AGAIN_MS : false) },
  );
}

export function experimentReportQuery(project: string, experiment: string) {
  return getQuery(
    experimentReportKey(project, experiment),
    "/api/v1/projects/{project}/experiments/{experiment}/report",
    { path: { project, experiment } },
    { refetchInterval: ({ state: { data } }) => (data?.check && stillChecking(data.check) ? LOOK_AGAIN_MS : false) },
  );
}

export function iterationForecastQuery(project: string, experiment: Experiment) {
  return postQuery(
    [...experimentKey(project, experiment.id), "forecast", experiment.revision],
    "/api/v1/projects/{project}/experiments/forecast",
    { path: { project }, body: { plan: asBody(experiment.plan) } },
    { gcTime: 60_000 },
  );
}

/** What the server sent of a plan is what it takes; the generated types ask for every field that has a default. */
export function asBody(plan: Partial<Experiment["plan"]>): NonNullable<ExperimentChange["plan"]> {
  return plan as unknown as NonNullable<ExperimentChange["plan"]>;
}

/** Invalidate everything about the experiment after a change. */
function useWritten(project: string, experiment: string) {
  const cache = useQueryClient();
  return async () => {
    void cache.invalidateQueries({ queryKey: experimentsKey(project) });
    void cache.invalidateQueries({ queryKey: suggestionsKey(project) });
    void cache.invalidateQueries({ queryKey: iterationsBelow(project) });
    await cache.invalidateQueries({ queryKey: experimentKey(project, experiment) });
  };
}

export function useRunIteration(project: string, experiment: string) {
  const onSuccess = useWritten(project, experiment);
  return useMutation({
    mutationFn: (version: number | null) =>
      callApi("POST", "/api/v1/projects/{project}/experiments/{experiment}/iterations", {
        path: { project, experiment },
        body: version === null ? {} : { version },
      }),
    onSuccess,
  });
}

type IterationMove = "pause" | "resume" | "cancel";

export function useMoveIteration(project: string, experiment: string, iteration: string) {
  const onSuccess = useWritten(project, experiment);
  return useMutation({
    mutationFn: (move: IterationMove) =>
      callApi("POST", `/api/v1/projects/{project}/iterations/{iteration}/${move}`, { path: { project, iteration } }),
    onSuccess,
  });
}

export function useFinishExperiment(project: string, experiment: string) {
  const onSuccess = useWritten(project, experiment);
  return useMutation({
    mutationFn: () =>
      callApi("POST", "/api/v1/projects/{project}/experiments/{experiment}/finish", { path: { project, experiment } }),
    onSuccess,
  });
}

export function useAskAgain(project: string, experiment: string) {
  const onSuccess = useWritten(project, experiment);
  return useMutation({
    mutationFn: (hint: string) =>
      callApi("POST", "/api/v1/projects/{project}/experiments/{experiment}/suggestions", {
        path: { project, experiment },
        body: { hint },
      }),
    onSuccess,
  });
}

export function useRaiseBudget(project: string, experiment: string) {
  const onSuccess = useWritten(project, experiment);
  return useMutation({
    mutationFn: (body: { max_budget_usd: string; max_tokens: number | null }) =>
      callApi("PUT", "/api/v1/projects/{project}/experiments/{experiment}/budget", {
        path: { project, experiment },
        body,
      }),
    onSuccess,
  });
}

export function useChangePlan(project: string, experiment: string) {
  const onSuccess = useWritten(project, experiment);
  return useMutation({
    mutationFn: (body: ExperimentChange) =>
      callApi("PATCH", "/api/v1/projects/{project}/experiments/{experiment}", { path: { project, experiment }, body }),
    onSuccess,
  });
}

export type Download = "report.pdf" | "report.md" | "report.csv" | "bundle";

export function downloadUrl(project: string, experiment: string, what: Download): string {
  return `/api/v1/projects/${encodeURIComponent(project)}/experiments/${experiment}/${what}`;
}
