/** The project's own limits in the cache. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ProjectBudgetBody } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery } from "@/shared/http/queries";

const projectBudgetKey = (project: string) => ["project-budget", project] as const;

export function projectBudgetQuery(project: string) {
  return getQuery(projectBudgetKey(project), "/api/v1/projects/{project}/budget", { path: { project } });
}

export function useChangeProjectBudget(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ProjectBudgetBody) =>
      callApi("PUT", "/api/v1/projects/{project}/budget", { path: { project }, body }),
    onSuccess: (budget) => cache.setQueryData(projectBudgetKey(project), budget),
  });
}
