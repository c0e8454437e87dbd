/** The forecast of scoring existing answers. Nothing is stored. */
import { keepPreviousData } from "@tanstack/react-query";
import { postQuery } from "@/shared/http/queries";

export function scorersForecastQuery(project: string, run: string, scorers: readonly Record<string, unknown>[]) {
  return postQuery(
    ["scorers-forecast", project, run, scorers],
    "/api/v1/projects/{project}/runs/{run}/scorers/forecast",
    { path: { project, run }, body: { scorers: [...scorers] } },
    { placeholderData: keepPreviousData, gcTime: 60_000 },
  );
}
