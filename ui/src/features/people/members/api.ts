/** The people of a project. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Member, Role } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";

export const membersKey = (project: string) => ["members", project] as const;

export function memberListQuery(project: string, search = "", cursor: string | null = null) {
  return queryOptions({
    queryKey: [...membersKey(project), { search, cursor }],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/members", {
          params: {
            path: { project },
            query: { limit: 20, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function useChangeRole(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ member, role }: { member: Member; role: Role }) =>
      unwrap(
        api.PATCH("/api/v1/projects/{project}/members/{user}", {
          params: { path: { project, user: member.user_id } },
          body: { role },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: membersKey(project) }),
  });
}

export function useRemoveMember(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      unwrap(api.DELETE("/api/v1/projects/{project}/members/{user}", { params: { path: { project, user: userId } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: membersKey(project) }),
  });
}
