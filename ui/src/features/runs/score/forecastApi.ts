/** What scoring answers that are there would come to. Nothing is stored. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RunProspect } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";

export function scorersForecastQuery(project: string, run: string, scorers: readonly Record<string, unknown>[]) {
  return queryOptions({
    queryKey: ["scorers-forecast", project, run, scorers],
    queryFn: ({ signal }): Promise<RunProspect> =>
      unwrap(
        api.POST("/api/v1/projects/{project}/runs/{run}/scorers/forecast", {
          params: { path: { project, run } },
          body: { scorers: [...scorers] },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}
