/** The roles that groups of sign-in providers give. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { GroupRole, Sent } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery } from "@/shared/http/queries";

export type GroupRoleForm = Sent<"save_group_roles">["roles"][number];

export const groupRolesQuery = getQuery(["group-roles"], "/api/v1/group-roles", {});

export function useSaveGroupRoles() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (roles: GroupRoleForm[]) => callApi("PUT", "/api/v1/group-roles", { body: { roles } }),
    onSuccess: (saved) => {
      cache.setQueryData(groupRolesQuery.queryKey, saved);
      void cache.invalidateQueries({ queryKey: ["members"] });
    },
  });
}

/** What is sent back for a stored role. No group can give the role of an owner. */
export function toForm(role: GroupRole): GroupRoleForm {
  return { ...role, role: role.role as GroupRoleForm["role"] };
}
