/** Projects in the cache: one list per filter, one entry per project. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Project, ProjectSettings, Role } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";
import type { NewProjectValues } from "./projectFormSchemas";

export const projectsKey = ["projects"] as const;
export const projectKey = (project: string) => ["project", project] as const;

export interface ProjectFilter {
  search: string;
  role: Role | null;
  archived: boolean;
  cursor: string | null;
}

export function projectListQuery({ search, role, archived, cursor }: ProjectFilter) {
  return queryOptions({
    queryKey: [...projectsKey, { search, role, archived, cursor }],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects", {
          params: {
            query: {
              archived,
              limit: 20,
              ...(search ? { search } : {}),
              ...(role ? { role } : {}),
              ...(cursor ? { cursor } : {}),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function projectQuery(project: string) {
  return queryOptions({
    queryKey: projectKey(project),
    queryFn: ({ signal }) => unwrap(api.GET("/api/v1/projects/{project}", { params: { path: { project } }, signal })),
  });
}

/** What the project's runs are measured by. */
export function projectMetricsQuery(project: string) {
  return queryOptions({
    queryKey: [...projectKey(project), "metrics"],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/v1/projects/{project}/metrics", { params: { path: { project } }, signal })),
  });
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
      unwrap(api.POST("/api/v1/projects", { body: { name, ...(description ? { description } : {}) } })),
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
    mutationFn: (body: ProjectChange) =>
      unwrap(api.PATCH("/api/v1/projects/{project}", { params: { path: { project } }, body })),
    onSuccess: (answer) => written(project, answer),
  });
}

export function useArchiveProject(project: string, action: "archive" | "restore") {
  const written = useProjectWritten();
  return useMutation({
    mutationFn: () =>
      action === "archive"
        ? unwrap(api.POST("/api/v1/projects/{project}/archive", { params: { path: { project } } }))
        : unwrap(api.POST("/api/v1/projects/{project}/restore", { params: { path: { project } } })),
    onSuccess: (answer) => written(project, answer),
  });
}

/** Nothing of it is shown any more; the pages of it that are still open are left by whoever asked. */
export function useDeleteProject(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      unwrap(api.POST("/api/v1/projects/{project}/delete", { params: { path: { project } }, body: { name } })),
    onSuccess: () => void cache.invalidateQueries({ queryKey: projectsKey }),
  });
}

export function useTransferProject(project: string) {
  const written = useProjectWritten();
  return useMutation({
    mutationFn: (userId: string) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/transfer", { params: { path: { project } }, body: { user_id: userId } }),
      ),
    onSuccess: (answer) => written(project, answer),
  });
}
