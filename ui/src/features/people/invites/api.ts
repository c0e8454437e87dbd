/** Invites: sent from a project, answered by a person. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Role } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";

export const invitesKey = (project: string) => ["invites", project] as const;

export function inviteListQuery(project: string) {
  return queryOptions({
    queryKey: invitesKey(project),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/invites", { params: { path: { project }, query: { limit: 100 } }, signal }),
      ),
  });
}

export interface InviteValues {
  email: string;
  role: Role;
  message: string;
}

export function useCreateInvite(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ email, role, message }: InviteValues) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/invites", {
          params: { path: { project } },
          body: { email, role: role as Exclude<Role, "OWNER">, ...(message ? { message } : {}) },
        }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: invitesKey(project) }),
  });
}

export function useRenewInvite(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (invite: string) =>
      unwrap(api.POST("/api/v1/projects/{project}/invites/{invite}/link", { params: { path: { project, invite } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: invitesKey(project) }),
  });
}

export function useRevokeInvite(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (invite: string) =>
      unwrap(api.DELETE("/api/v1/projects/{project}/invites/{invite}", { params: { path: { project, invite } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: invitesKey(project) }),
  });
}

export function inviteOfferQuery(token: string) {
  return queryOptions({
    queryKey: ["invite-offer", token],
    // Asked with POST so that the token never reaches an address log.
    queryFn: ({ signal }) => unwrap(api.POST("/api/v1/invites/offer", { body: { token }, signal })),
    retry: false,
    staleTime: Infinity,
  });
}

export function useAcceptInvite() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => unwrap(api.POST("/api/v1/invites/accept", { body: { token } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["projects"] }),
  });
}

export const receivedInvitesKey = ["received-invites"] as const;

/** Invites to the address of the signed-in person, answered without their links. */
export const receivedInvitesQuery = queryOptions({
  queryKey: receivedInvitesKey,
  queryFn: ({ signal }) => unwrap(api.GET("/api/v1/me/invites", { signal })),
});

export function useAcceptReceived() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (invite: string) =>
      unwrap(api.POST("/api/v1/me/invites/{invite}/accept", { params: { path: { invite } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["projects"] }),
    onSettled: () => cache.invalidateQueries({ queryKey: receivedInvitesKey }),
  });
}

export function useDeclineReceived() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (invite: string) => unwrap(api.DELETE("/api/v1/me/invites/{invite}", { params: { path: { invite } } })),
    onSettled: () => cache.invalidateQueries({ queryKey: receivedInvitesKey }),
  });
}
