/** Results of a run in the cache: figures, the cells behind them, and the verdict on two runs. */
import { keepPreviousData } from "@tanstack/react-query";
import { runKey } from "@/features/runs";
import { getQuery, pagedQuery } from "@/shared/http/queries";
import { USUAL_MINIMUM } from "@/shared/verdicts/usualMinimum";
import type { WantedCells } from "./resultsUrlState";

/** Polling interval while a worker computes the figures. */
const LOOK_AGAIN_MS = 2_000;
const PAGE = 20;

export const resultsKey = (project: string, run: string) => [...runKey(project, run), "results"] as const;

interface Against {
  base?: number | undefined;
  minimum?: number | undefined;
  metric?: string | undefined;
}

export function resultsQuery(project: string, run: string, { base, minimum, metric }: Against = {}) {
  return getQuery(
    [...resultsKey(project, run), { base: base ?? 0, minimum: minimum ?? USUAL_MINIMUM, metric: metric ?? null }],
    "/api/v1/projects/{project}/runs/{run}/results",
    { path: { project, run }, query: { base, minimum_effect: minimum, metric } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data && (data.stale || data.as_of === null) ? LOOK_AGAIN_MS : false),
    },
  );
}

export interface Wish {
  minimum?: number | undefined;
  score?: number | undefined;
  cost?: number | undefined;
  metric?: string | undefined;
}

export function adviceQuery(project: string, run: string, { minimum, score, cost, metric }: Wish) {
  return getQuery(
    [...resultsKey(project, run), "advice", minimum ?? USUAL_MINIMUM, score ?? null, cost ?? null, metric ?? null],
    "/api/v1/projects/{project}/runs/{run}/recommendations",
    { path: { project, run }, query: { minimum_effect: minimum, score, cost_usd: cost, metric } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data && (data.stale || data.as_of === null) ? LOOK_AGAIN_MS : false),
    },
  );
}

export function resultCellsQuery(
  project: string,
  run: string,
  { of, best, ...wanted }: WantedCells,
  { limit = PAGE, metric }: { limit?: number; metric?: string | undefined } = {},
) {
  return pagedQuery(
    [...resultsKey(project, run), "cells", of, best ?? false, wanted, limit, metric ?? null],
    "/api/v1/projects/{project}/runs/{run}/results/cells",
    {
      path: { project, run },
      query: { ...wanted, criterion: of || undefined, metric, sort: best ? "best" : "worst", limit },
    },
  );
}

/** Every target against a baseline, "production", the id of a run, or the run before; without a metric one they share. */
export function baselineQuery(project: string, run: string, baseline?: string, metric?: string) {
  return getQuery(
    [...resultsKey(project, run), "baseline", baseline ?? null, metric ?? null],
    "/api/v1/projects/{project}/runs/{run}/baseline",
    { path: { project, run }, query: { baseline, metric } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data?.stale ? LOOK_AGAIN_MS : false),
    },
  );
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
  return getQuery(
    [...resultsKey(project, run), "verdict", ...asked],
    "/api/v1/projects/{project}/runs/{run}/verdict",
    {
      path: { project, run },
      query: { with: other, column, other_column: otherColumn, minimum_effect: minimum, metric },
    },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data && (data.stale || data.as_of === null) ? LOOK_AGAIN_MS : false),
    },
  );
}
