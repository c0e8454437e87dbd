/** Invites: sent from a project, answered by a person. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Role } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery, postQuery } from "@/shared/http/queries";

export const invitesKey = (project: string) => ["invites", project] as const;

export function inviteListQuery(project: string) {
  return getQuery(invitesKey(project), "/api/v1/projects/{project}/invites", {
    path: { project },
    query: { limit: 100 },
  });
}

interface InviteValues {
  email: string;
  role: Role;
  message: string;
}

export function useCreateInvite(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ email, role, message }: InviteValues) =>
      callApi("POST", "/api/v1/projects/{project}/invites", {
        path: { project },
        body: { email, role: role as Exclude<Role, "OWNER">, ...(message ? { message } : {}) },
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: invitesKey(project) }),
  });
}

export function useRenewInvite(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (invite: string) =>
      callApi("POST", "/api/v1/projects/{project}/invites/{invite}/link", { path: { project, invite } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: invitesKey(project) }),
  });
}

export function useRevokeInvite(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (invite: string) =>
      callApi("DELETE", "/api/v1/projects/{project}/invites/{invite}", { path: { project, invite } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: invitesKey(project) }),
  });
}

export function inviteOfferQuery(token: string) {
  return postQuery(
    // Asked with POST so that the token never reaches an address log.
    ["invite-offer", token],
    "/api/v1/invites/offer",
    { body: { token } },
    { retry: false, staleTime: Infinity },
  );
}

export function useAcceptInvite() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callApi("POST", "/api/v1/invites/accept", { body: { token } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["projects"] }),
  });
}

export const receivedInvitesKey = ["received-invites"] as const;

/** Invites to the address of the signed-in person, answered without their links. */
export const receivedInvitesQuery = getQuery(receivedInvitesKey, "/api/v1/me/invites", {});

export function useAcceptReceived() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (invite: string) => callApi("POST", "/api/v1/me/invites/{invite}/accept", { path: { invite } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["projects"] }),
    onSettled: () => cache.invalidateQueries({ queryKey: receivedInvitesKey }),
  });
}

export function useDeclineReceived() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (invite: string) => callApi("DELETE", "/api/v1/me/invites/{invite}", { path: { invite } }),
    onSettled: () => cache.invalidateQueries({ queryKey: receivedInvitesKey }),
  });
}
