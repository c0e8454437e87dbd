/** Tokens let programs act in a project. The secret is in the answer to creation and nowhere else. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Role } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery } from "@/shared/http/queries";

export const tokensKey = (project: string) => ["tokens", project] as const;

export function tokenListQuery(project: string, cursor: string | null = null) {
  return getQuery(
    [...tokensKey(project), { cursor }],
    "/api/v1/projects/{project}/tokens",
    { path: { project }, query: { limit: 20, cursor: cursor || undefined } },
    { placeholderData: keepPreviousData },
  );
}

interface TokenValues {
  name: string;
  role: Exclude<Role, "OWNER">;
  expires_in_days: number;
}

export function useCreateToken(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: TokenValues) =>
      callApi("POST", "/api/v1/projects/{project}/tokens", { path: { project }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: tokensKey(project) }),
  });
}

export function useRevokeToken(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (token: string) =>
      callApi("DELETE", "/api/v1/projects/{project}/tokens/{token}", { path: { project, token } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: tokensKey(project) }),
  });
}
