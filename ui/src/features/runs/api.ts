/** Runs in the cache: lists, one run with its sums, and what can be done to it. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { StartRun } from "@/api/types";
import { promptsKey } from "@/features/prompts";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery, postQuery } from "@/shared/http/queries";
import { USUAL_MINIMUM } from "@/shared/verdicts/usualMinimum";
import { isWorking, STATE_GROUPS, type StateGroup } from "./runStates";

export interface RunFilter {
  state?: StateGroup;
  prompt?: string;
  /** The key of the metric that the list shows. */
  metric?: string;
}

const PAGE = 30;
/** Polling interval while work is under way, in case an event is lost. */
const LOOK_AGAIN_MS = 5_000;

export const runsKey = (project: string) => ["runs", project] as const;
export const runKey = (project: string, run: string) => ["run", project, run] as const;
export const forecastsKey = (project: string) => ["run-forecast", project] as const;
export const reportKey = (project: string, run: string) => [...runKey(project, run), "report"] as const;

export function runListQuery(project: string, { state, prompt }: RunFilter) {
  return pagedQuery(
    [...runsKey(project), { state, prompt }],
    "/api/v1/projects/{project}/runs",
    {
      path: { project },
      query: { limit: PAGE, state: state ? [...STATE_GROUPS[state]] : undefined, prompt: prompt || undefined },
    },
    {
      placeholderData: keepPreviousData,
      // Project events report changes of state only, so a list with active runs polls.
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some((page) => page.items.some((run) => isWorking(run.state))) ? LOOK_AGAIN_MS : false,
    },
  );
}

export function reportQuery(project: string, run: string) {
  return getQuery(
    reportKey(project, run),
    "/api/v1/projects/{project}/runs/{run}",
    { path: { project, run } },
    { refetchInterval: ({ state: { data } }) => (data && isWorking(data.state) ? LOOK_AGAIN_MS : false) },
  );
}

export function scorerKindsQuery(project: string) {
  return getQuery(
    ["scorers", project],
    "/api/v1/projects/{project}/scorers",
    { path: { project } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
}

/** The prompts of one kind that fit a word, for pickers. */
export function promptChoicesQuery(project: string, kind: "generator" | "grader" | null, search: string) {
  return getQuery(
    [...promptsKey(project), "few", kind, search],
    "/api/v1/projects/{project}/prompts",
    { path: { project }, query: { limit: 50, kind: kind || undefined, search: search || undefined } },
    { placeholderData: keepPreviousData },
  );
}

/** `of` is what else the forecast hangs on: the words of a draft are not in the order. */
export function forecastQuery(project: string, order: StartRun, of: number = 0, minimum: number = USUAL_MINIMUM) {
  const body = { ...order, minimum_effect: minimum };
  return postQuery(
    [...forecastsKey(project), body, of],
    "/api/v1/projects/{project}/runs/forecast",
    { path: { project }, body },
    { placeholderData: keepPreviousData, gcTime: 60_000 },
  );
}

export interface WantedNextRun {
  run: string;
  /** The earlier one, or the same for two of its columns. */
  other: string;
  column: number;
  otherColumn: number;
  minimum: number;
  metric?: string | undefined;
}

/** What would decide a comparison that could not tell; nothing is started. */
export function nextRunQuery(project: string, { run, other, column, otherColumn, minimum, metric }: WantedNextRun) {
  return getQuery(
    [...runKey(project, run), "next-run", other, column, otherColumn, minimum, metric ?? null],
    "/api/v1/projects/{project}/runs/{run}/verdict/next-run",
    {
      path: { project, run },
      query: { with: other, column, other_column: otherColumn, minimum_effect: minimum, metric },
    },
  );
}

export function useStartRun(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: StartRun) => callApi("POST", "/api/v1/projects/{project}/runs", { path: { project }, body }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: runsKey(project) });
      // A draft that ran has become a version.
      void cache.invalidateQueries({ queryKey: promptsKey(project) });
    },
  });
}

/** Whatever was done to a run: all that is known of it is old. */
function useRunWritten(project: string, run: string) {
  const cache = useQueryClient();
  return async () => {
    void cache.invalidateQueries({ queryKey: runsKey(project) });
    await cache.invalidateQueries({ queryKey: runKey(project, run) });
  };
}

export type Move = "pause" | "resume" | "cancel";

export function useMoveRun(project: string, run: string) {
  const onSuccess = useRunWritten(project, run);
  return useMutation({
    mutationFn: (move: Move) =>
      callApi("POST", `/api/v1/projects/{project}/runs/{run}/${move}`, { path: { project, run } }),
    onSuccess,
  });
}

type Repeated = { failed: true } | { cells: number[] } | { column: number };

export function useRepeatCells(project: string, run: string) {
  const onSuccess = useRunWritten(project, run);
  return useMutation({
    mutationFn: (which: Repeated) =>
      callApi("POST", "/api/v1/projects/{project}/runs/{run}/repeat", {
        path: { project, run },
        body: { failed: false, cells: [], ...which },
      }),
    onSuccess,
  });
}

export function useAddScorers(project: string, run: string) {
  const onSuccess = useRunWritten(project, run);
  return useMutation({
    mutationFn: (scorers: Record<string, unknown>[]) =>
      callApi("POST", "/api/v1/projects/{project}/runs/{run}/scorers", { path: { project, run }, body: { scorers } }),
    onSuccess,
  });
}

export function useChangeBudget(project: string, run: string) {
  const onSuccess = useRunWritten(project, run);
  return useMutation({
    mutationFn: (body: { limit_usd: string | null; limit_tokens: number | null }) =>
      callApi("PUT", "/api/v1/projects/{project}/runs/{run}/budget", { path: { project, run }, body }),
    onSuccess,
  });
}

/** Count calls in doubt at their probable cost. A run that waited for that money resumes. */
export function useCountProbable(project: string, run: string) {
  const onSuccess = useRunWritten(project, run);
  return useMutation({
    mutationFn: () =>
      callApi("POST", "/api/v1/projects/{project}/runs/{run}/count-probable", { path: { project, run } }),
    onSuccess,
  });
}

export function useKeepRun(project: string, run: string) {
  const onSuccess = useRunWritten(project, run);
  return useMutation({
    mutationFn: (keep: boolean) =>
      callApi("PUT", "/api/v1/projects/{project}/runs/{run}/keep", { path: { project, run }, body: { keep } }),
    onSuccess,
  });
}

export function exportUrl(project: string, run: string, format: "jsonl" | "csv", safe = false): string {
  const path = `/api/v1/projects/${encodeURIComponent(project)}/runs/${run}/export`;
  return `${path}?format=${format}${safe ? "&safe=true" : ""}`;
}
