/** The forecast of the run, loaded again after each choice and each save of the draft. */
import { useQuery } from "@tanstack/react-query";
import type { Prompt, RunProspect } from "@/api/types";
import { forecastQuery, toOrder, typedProblems } from "@/features/runs";
import { useDebounced } from "@/shared/forms/useDebounced";
import { type Setup, toForm } from "../setup/runSetup";

export interface Forecasted {
  prospect: RunProspect | null;
  /** A newer one is on its way. */
  stale: boolean;
}

export function useRunForecast(project: string, prompt: Prompt, setup: Setup, enabled: boolean): Forecasted {
  const settled = useDebounced(setup);
  const form = toForm(settled, prompt.id);
  const askable = enabled && settled.targets.length > 0 && typedProblems(form).length === 0;
  const found = useQuery({ ...forecastQuery(project, toOrder(form), prompt.revision), enabled: askable, retry: false });
  return { prospect: askable ? (found.data ?? null) : null, stale: found.isFetching || settled !== setup };
}
