/** Tokens let programs act in a project. The secret is in the answer to creation and nowhere else. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Role } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";

export const tokensKey = (project: string) => ["tokens", project] as const;

export function tokenListQuery(project: string, cursor: string | null = null) {
  return queryOptions({
    queryKey: [...tokensKey(project), { cursor }],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/tokens", {
          params: { path: { project }, query: { limit: 20, ...(cursor ? { cursor } : {}) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export interface TokenValues {
  name: string;
  role: Exclude<Role, "OWNER">;
  expires_in_days: number;
}

export function useCreateToken(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: TokenValues) =>
      unwrap(api.POST("/api/v1/projects/{project}/tokens", { params: { path: { project } }, body })),
    onSuccess: () => cache.invalidateQueries({ queryKey: tokensKey(project) }),
  });
}

export function useRevokeToken(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (token: string) =>
      unwrap(api.DELETE("/api/v1/projects/{project}/tokens/{token}", { params: { path: { project, token } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: tokensKey(project) }),
  });
}
