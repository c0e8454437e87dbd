/** The people of the installation, for its owners. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InstallationPerson, PersonState } from "@/api/types";
import { sessionQuery } from "@/features/people/accounts";
import { callApi } from "@/shared/http/callApi";
import { getQuery } from "@/shared/http/queries";

export const peopleKey = ["installation-people"] as const;

export function peopleQuery(search: string, state: PersonState | null, cursor: string | null = null, limit = 20) {
  return getQuery(
    [...peopleKey, { search, state, cursor, limit }],
    "/api/v1/installation/people",
    { query: { limit, search: search || undefined, state: state ?? undefined, cursor: cursor || undefined } },
    { placeholderData: keepPreviousData },
  );
}

export function personQuery(user: string) {
  return getQuery([...peopleKey, "one", user], "/api/v1/installation/people/{user}", { path: { user } });
}

export type PersonAction =
  | "disable"
  | "enable"
  | "password"
  | "mail"
  | "owner"
  | "ordinary"
  | "sessions"
  | "tokens"
  | "address";

const CALLS: Record<PersonAction, (user: string) => Promise<unknown>> = {
  disable: (user) => callApi("POST", "/api/v1/installation/people/{user}/disable", { path: { user } }),
  enable: (user) => callApi("POST", "/api/v1/installation/people/{user}/enable", { path: { user } }),
  password: (user) => callApi("POST", "/api/v1/installation/people/{user}/require-password-change", { path: { user } }),
  mail: (user) => callApi("POST", "/api/v1/installation/people/{user}/password-reset-mail", { path: { user } }),
  owner: (user) => callApi("PUT", "/api/v1/installation/people/{user}/ownership", { path: { user } }),
  ordinary: (user) => callApi("DELETE", "/api/v1/installation/people/{user}/ownership", { path: { user } }),
  sessions: (user) => callApi("DELETE", "/api/v1/installation/people/{user}/sessions", { path: { user } }),
  tokens: (user) => callApi("DELETE", "/api/v1/installation/people/{user}/tokens", { path: { user } }),
  address: (user) => callApi("POST", "/api/v1/accounts/{user}/email/confirm", { path: { user } }),
};

/** Reload what may have changed; also the own session, because an owner may change the own account. */
function useRefresh() {
  const cache = useQueryClient();
  return () => {
    void cache.invalidateQueries({ queryKey: sessionQuery.queryKey });
    return cache.invalidateQueries({ queryKey: peopleKey });
  };
}

export function usePersonAction() {
  return useMutation({
    mutationFn: ({ action, person }: { action: PersonAction; person: InstallationPerson }) => CALLS[action](person.id),
    onSettled: useRefresh(),
  });
}

export function useEndSession(user: string) {
  return useMutation({
    mutationFn: (session: string) =>
      callApi("DELETE", "/api/v1/installation/people/{user}/sessions/{session}", { path: { user, session } }),
    onSettled: useRefresh(),
  });
}

export function useRevokePersonToken(user: string) {
  return useMutation({
    mutationFn: (token: string) =>
      callApi("DELETE", "/api/v1/installation/people/{user}/tokens/{token}", { path: { user, token } }),
    onSettled: useRefresh(),
  });
}

export function useDeletePerson() {
  return useMutation({
    mutationFn: ({ person, heir }: { person: InstallationPerson; heir: string | null }) =>
      callApi("POST", "/api/v1/accounts/{user}/delete", {
        path: { user: person.id },
        body: { email: person.email, hand_projects_to: heir },
      }),
    onSettled: useRefresh(),
  });
}
