/** The people of a project. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Member, Role } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery } from "@/shared/http/queries";

export const membersKey = (project: string) => ["members", project] as const;

export function memberListQuery(project: string, search = "", cursor: string | null = null) {
  return getQuery(
    [...membersKey(project), { search, cursor }],
    "/api/v1/projects/{project}/members",
    { path: { project }, query: { limit: 20, search: search || undefined, cursor: cursor || undefined } },
    { placeholderData: keepPreviousData },
  );
}

export function useChangeRole(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ member, role }: { member: Member; role: Role }) =>
      callApi("PATCH", "/api/v1/projects/{project}/members/{user}", {
        path: { project, user: member.user_id },
        body: { role },
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: membersKey(project) }),
  });
}

export function useRemoveMember(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      callApi("DELETE", "/api/v1/projects/{project}/members/{user}", { path: { project, user: userId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: membersKey(project) }),
  });
}
