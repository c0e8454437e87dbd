/** Suites in the cache: lists, one with all its facts, its executions, and what can be done to them. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { runsKey } from "@/features/runs";
import { callApi } from "@/shared/http/callApi";
import { api, unwrap } from "@/shared/http/client";
import { getQuery, pagedQuery, postQuery } from "@/shared/http/queries";
import { executionsKey, suiteKey, suitesKey } from "./keys";
import type { SuiteFilter } from "./list/suiteFilters";
import type { SuiteBody, SuiteChange, SuiteFromRun, TargetBody } from "./types";

const PAGE = 30;
/** Polling interval while work is under way, in case an event is lost. */
const LOOK_AGAIN_MS = 5_000;

export function suiteListQuery(project: string, { state, prompt, search }: SuiteFilter) {
  return pagedQuery(
    [...suitesKey(project), { state, prompt, search }],
    "/api/v1/projects/{project}/suites",
    {
      path: { project },
      query: {
        limit: PAGE,
        state: state ? [state] : undefined,
        prompt: prompt || undefined,
        search: search || undefined,
      },
    },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some((page) => page.items.some(({ last }) => last?.state === "running")) ? LOOK_AGAIN_MS : false,
    },
  );
}

export function suiteQuery(project: string, suite: string) {
  return getQuery(
    [...suiteKey(project, suite), "facts"],
    "/api/v1/projects/{project}/suites/{suite}",
    { path: { project, suite } },
    { refetchInterval: ({ state: { data } }) => (data?.last?.state === "running" ? LOOK_AGAIN_MS : false) },
  );
}

export function executionListQuery(project: string, suite: string, limit = PAGE) {
  return pagedQuery(
    [...executionsKey(project, suite), limit],
    "/api/v1/projects/{project}/suites/{suite}/executions",
    { path: { project, suite }, query: { limit } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some((page) => page.items.some(({ state }) => state === "running")) ? LOOK_AGAIN_MS : false,
    },
  );
}

/** What an execution would cost now, and what is left of the day. */
export function executionForecastQuery(project: string, suite: string, override: TargetBody | null) {
  return postQuery(
    [...suiteKey(project, suite), "forecast", override],
    "/api/v1/projects/{project}/suites/{suite}/forecast",
    { path: { project, suite }, body: { override } },
    { placeholderData: keepPreviousData, gcTime: 60_000, staleTime: 0 },
  );
}

export function suiteFileUrl(project: string, suite: string): string {
  return `/api/v1/projects/${encodeURIComponent(project)}/suites/${suite}/file`;
}

export function suiteFileQuery(project: string, suite: string, revision: number) {
  return queryOptions({
    queryKey: [...suiteKey(project, suite), "file", revision],
    queryFn: ({ signal }) =>
      unwrap<string>(
        api.GET("/api/v1/projects/{project}/suites/{suite}/file", {
          params: { path: { project, suite } },
          parseAs: "text",
          signal,
        }),
      ),
  });
}

/** Invalidate the suites after a change. */
function useSuitesWritten(project: string, suite?: string) {
  const cache = useQueryClient();
  return async () => {
    const lists = cache.invalidateQueries({ queryKey: suitesKey(project) });
    await (suite === undefined ? lists : cache.invalidateQueries({ queryKey: suiteKey(project, suite) }));
  };
}

export function useCreateSuite(project: string) {
  const onSuccess = useSuitesWritten(project);
  return useMutation({
    mutationFn: (body: SuiteBody) => callApi("POST", "/api/v1/projects/{project}/suites", { path: { project }, body }),
    onSuccess,
  });
}

export function useSaveRun(project: string) {
  const onSuccess = useSuitesWritten(project);
  return useMutation({
    mutationFn: (body: SuiteFromRun) =>
      callApi("POST", "/api/v1/projects/{project}/suites/from-run", { path: { project }, body }),
    onSuccess,
  });
}

export function useChangeSuite(project: string, suite: string) {
  const onSuccess = useSuitesWritten(project, suite);
  return useMutation({
    mutationFn: (body: SuiteChange) =>
      callApi("PATCH", "/api/v1/projects/{project}/suites/{suite}", { path: { project, suite }, body }),
    onSuccess,
  });
}

export function useDuplicateSuite(project: string, suite: string) {
  const onSuccess = useSuitesWritten(project);
  return useMutation({
    mutationFn: (name: string) =>
      callApi("POST", "/api/v1/projects/{project}/suites/{suite}/duplicate", {
        path: { project, suite },
        body: { name },
      }),
    onSuccess,
  });
}

export function useDeleteSuite(project: string, suite: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("DELETE", "/api/v1/projects/{project}/suites/{suite}", { path: { project, suite } }),
    // The page of what is gone is left, not read again.
    onSuccess: () => cache.invalidateQueries({ queryKey: suitesKey(project) }),
  });
}

type SuiteMove = "pause" | "resume" | "archive" | "restore";

export function useMoveSuite(project: string, suite: string) {
  const onSuccess = useSuitesWritten(project, suite);
  return useMutation({
    mutationFn: (move: SuiteMove) =>
      callApi("POST", `/api/v1/projects/{project}/suites/{suite}/${move}`, { path: { project, suite } }),
    onSuccess,
  });
}

export function useExecute(project: string, suite: string) {
  const cache = useQueryClient();
  const written = useSuitesWritten(project, suite);
  return useMutation({
    mutationFn: (override: TargetBody | null) =>
      callApi("POST", "/api/v1/projects/{project}/suites/{suite}/executions", {
        path: { project, suite },
        body: { override },
      }),
    onSuccess: async () => {
      void cache.invalidateQueries({ queryKey: runsKey(project) });
      await written();
    },
  });
}

export function useImportFile(project: string) {
  const written = useSuitesWritten(project);
  return useMutation({
    mutationFn: ({ text, dryRun }: { text: string; dryRun: boolean }) =>
      callApi("POST", "/api/v1/projects/{project}/suites/file", { path: { project }, body: { text, dry_run: dryRun } }),
    onSuccess: (_, { dryRun }) => (dryRun ? undefined : written()),
  });
}
