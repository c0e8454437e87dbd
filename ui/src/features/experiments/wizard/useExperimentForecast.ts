/** What the plan on the screen would cost and take, asked anew as it changes. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDebounced } from "@/shared/forms/useDebounced";
import { forecastQuery } from "./api";
import type { Plan, PlanForecast } from "./planTypes";
import { type PlanForm, toPlan } from "./wizardForm";

const SETTLE_MS = 400;

export interface ForecastState {
  data: PlanForecast | null;
  /** A newer one is on its way. */
  stale: boolean;
  error: unknown;
}

/** `version` of the dataset: cases that came or went change the forecast though the plan stays the same. */
export function useExperimentForecast(project: string, form: PlanForm, kept: Plan, version: number): ForecastState {
  const words = JSON.stringify(toPlan(form, kept));
  const settled = useDebounced(words, SETTLE_MS);
  const plan = useMemo(() => JSON.parse(settled) as ReturnType<typeof toPlan>, [settled]);
  const found = useQuery(forecastQuery(project, plan, version));
  return { data: found.data ?? null, stale: settled !== words || found.isFetching, error: found.error };
}
