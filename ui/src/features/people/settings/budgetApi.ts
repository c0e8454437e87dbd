/** The project's own limits in the cache. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ProjectBudgetBody } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";

export const projectBudgetKey = (project: string) => ["project-budget", project] as const;

export function projectBudgetQuery(project: string) {
  return queryOptions({
    queryKey: projectBudgetKey(project),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/v1/projects/{project}/budget", { params: { path: { project } }, signal })),
  });
}

export function useChangeProjectBudget(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ProjectBudgetBody) =>
      unwrap(api.PUT("/api/v1/projects/{project}/budget", { params: { path: { project } }, body })),
    onSuccess: (budget) => cache.setQueryData(projectBudgetKey(project), budget),
  });
}
