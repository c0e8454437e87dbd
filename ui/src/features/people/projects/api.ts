/** Projects in the cache: one list per filter, one entry per project. */
import { keepPreviousData, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Project, ProjectSettings, Role } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery } from "@/shared/http/queries";
import type { NewProjectValues } from "./projectFormSchemas";

export const projectsKey = ["projects"] as const;
export const projectKey = (project: string) => ["project", project] as const;

interface ProjectFilter {
  search: string;
  role: Role | null;
  archived: boolean;
  cursor: string | null;
}

export function projectListQuery({ search, role, archived, cursor }: ProjectFilter) {
  return getQuery(
    [...projectsKey, { search, role, archived, cursor }],
    "/api/v1/projects",
    {
      query: { archived, limit: 20, search: search || undefined, role: role || undefined, cursor: cursor || undefined },
    },
    { placeholderData: keepPreviousData },
  );
}

export function projectQuery(project: string) {
  return getQuery(projectKey(project), "/api/v1/projects/{project}", { path: { project } });
}

/** What the project's runs are measured by. */
export function projectMetricsQuery(project: string) {
  return getQuery([...projectKey(project), "metrics"], "/api/v1/projects/{project}/metrics", { path: { project } });
}

/** The project of the current page. The project route has loaded it before the page is shown. */
export function useProject(project: string): Project {
  return useSuspenseQuery(projectQuery(project)).data;
}

export function may(project: Project, permission: Project["permissions"][number]): boolean {
  return project.permissions.includes(permission);
}

/** Put what the server answered where every screen reads it, and let lists follow. */
function useProjectWritten() {
  const cache = useQueryClient();
  return (slug: string, project: Project) => {
    cache.setQueryData(projectKey(slug), project);
    cache.setQueryData(projectKey(project.slug), project);
    void cache.invalidateQueries({ queryKey: projectsKey });
  };
}

export function useCreateProject() {
  const written = useProjectWritten();
  return useMutation({
    mutationFn: ({ name, description }: NewProjectValues) =>
      callApi("POST", "/api/v1/projects", { body: { name, ...(description ? { description } : {}) } }),
    onSuccess: (project) => written(project.slug, project),
  });
}

export interface ProjectChange {
  name?: string;
  description?: string | null;
  settings?: Partial<ProjectSettings>;
  /** Left out on purpose when the person chose to overwrite. */
  revision?: number;
}

export function useUpdateProject(project: string) {
  const written = useProjectWritten();
  return useMutation({
    mutationFn: (body: ProjectChange) => callApi("PATCH", "/api/v1/projects/{project}", { path: { project }, body }),
    onSuccess: (answer) => written(project, answer),
  });
}

export function useArchiveProject(project: string, action: "archive" | "restore") {
  const written = useProjectWritten();
  return useMutation({
    mutationFn: () => callApi("POST", `/api/v1/projects/{project}/${action}`, { path: { project } }),
    onSuccess: (answer) => written(project, answer),
  });
}

/** Delete a project. The caller leaves the pages that still show it. */
export function useDeleteProject(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      callApi("POST", "/api/v1/projects/{project}/delete", { path: { project }, body: { name } }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: projectsKey }),
  });
}

export function useTransferProject(project: string) {
  const written = useProjectWritten();
  return useMutation({
    mutationFn: (userId: string) =>
      callApi("POST", "/api/v1/projects/{project}/transfer", { path: { project }, body: { user_id: userId } }),
    onSuccess: (answer) => written(project, answer),
  });
}
