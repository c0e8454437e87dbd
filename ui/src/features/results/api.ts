/** Results of a run in the cache: figures, the cells behind them, and the verdict on two runs. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { runKey } from "@/features/runs";
import { api, unwrap } from "@/shared/http/client";
import { USUAL_MINIMUM } from "@/shared/verdicts/usualMinimum";
import type { WantedCells } from "./resultsUrlState";

/** Figures are counted by a worker; while news is being counted we ask again. */
const LOOK_AGAIN_MS = 2_000;
const PAGE = 20;

export const resultsKey = (project: string, run: string) => [...runKey(project, run), "results"] as const;

export interface Against {
  base?: number | undefined;
  minimum?: number | undefined;
  metric?: string | undefined;
}

export function resultsQuery(project: string, run: string, { base, minimum, metric }: Against = {}) {
  return queryOptions({
    queryKey: [
      ...resultsKey(project, run),
      { base: base ?? 0, minimum: minimum ?? USUAL_MINIMUM, metric: metric ?? null },
    ],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run}/results", {
          params: {
            path: { project, run },
            query: {
              ...(base === undefined ? {} : { base }),
              ...(minimum === undefined ? {} : { minimum_effect: minimum }),
              ...(metric === undefined ? {} : { metric }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && (data.stale || data.as_of === null) ? LOOK_AGAIN_MS : false),
  });
}

export interface Wish {
  minimum?: number | undefined;
  score?: number | undefined;
  cost?: number | undefined;
  metric?: string | undefined;
}

export function adviceQuery(project: string, run: string, { minimum, score, cost, metric }: Wish) {
  return queryOptions({
    queryKey: [
      ...resultsKey(project, run),
      "advice",
      minimum ?? USUAL_MINIMUM,
      score ?? null,
      cost ?? null,
      metric ?? null,
    ],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run}/recommendations", {
          params: {
            path: { project, run },
            query: {
              ...(minimum === undefined ? {} : { minimum_effect: minimum }),
              ...(score === undefined ? {} : { score }),
              ...(cost === undefined ? {} : { cost_usd: cost }),
              ...(metric === undefined ? {} : { metric }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && (data.stale || data.as_of === null) ? LOOK_AGAIN_MS : false),
  });
}

export function resultCellsQuery(
  project: string,
  run: string,
  { of, best, ...wanted }: WantedCells,
  { limit = PAGE, metric }: { limit?: number; metric?: string | undefined } = {},
) {
  return infiniteQueryOptions({
    queryKey: [...resultsKey(project, run), "cells", of, best ?? false, wanted, limit, metric ?? null],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run}/results/cells", {
          params: {
            path: { project, run },
            query: {
              ...wanted,
              ...(of ? { criterion: of } : {}),
              ...(metric === undefined ? {} : { metric }),
              sort: best ? "best" : "worst",
              limit,
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
  });
}

export interface WantedVerdict {
  run: string;
  /** The earlier one, or the same for two of its columns. */
  other: string;
  column: number;
  otherColumn: number;
  minimum?: number | undefined;
  /** The key of a metric; without it one that both runs share. */
  metric?: string | undefined;
}

export function verdictQuery(project: string, { run, other, column, otherColumn, minimum, metric }: WantedVerdict) {
  const asked = [other, column, otherColumn, minimum ?? USUAL_MINIMUM, metric ?? null];
  return queryOptions({
    queryKey: [...resultsKey(project, run), "verdict", ...asked],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/runs/{run}/verdict", {
          params: {
            path: { project, run },
            query: {
              with: other,
              column,
              other_column: otherColumn,
              ...(minimum === undefined ? {} : { minimum_effect: minimum }),
              ...(metric === undefined ? {} : { metric }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && (data.stale || data.as_of === null) ? LOOK_AGAIN_MS : false),
  });
}
