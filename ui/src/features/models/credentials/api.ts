/** Keys to providers. What is secret goes to the server once and never comes back. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Provider } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import { getQuery } from "@/shared/http/queries";

export const credentialsKey = (project: string) => ["credentials", project] as const;
/** The key of the catalog is here because every change of a credential changes the catalog. */
export const modelsKey = (project: string) => ["models", project] as const;

// A key is tried while the request waits: the server gives its provider 45 seconds.
const testInTime = fetchWithin(60_000);

const HELD_POLL_MS = 10_000;

export const providersQuery = getQuery(["providers"], "/api/v1/providers", {}, { staleTime: 5 * 60_000 });

export function credentialListQuery(project: string, cursor: string | null = null) {
  return getQuery(
    [...credentialsKey(project), { cursor }],
    "/api/v1/projects/{project}/credentials",
    { path: { project }, query: { limit: 50, cursor: cursor || undefined } },
    {
      placeholderData: keepPreviousData,
      // No event is sent when a provider is back.
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ breaker }) => breaker.state !== "closed") ? HELD_POLL_MS : false,
    },
  );
}

/** The catalog entry of an application: a credential has one. */
export function applicationQuery(project: string, credential: string) {
  return getQuery([...modelsKey(project), "application", credential], "/api/v1/projects/{project}/models", {
    path: { project },
    query: { limit: 1, credential },
  });
}

export interface NewCredential {
  provider: Provider;
  label: string;
  config: Record<string, string>;
  secrets: Record<string, string>;
  variables: Record<string, string>;
  allow_private: boolean;
  make_default: boolean;
  save_anyway: boolean;
  cost_per_call_usd?: string;
}

/** A credential brings its models, or takes them away: both lists are read again. */
function useCredentialWritten(project: string) {
  const cache = useQueryClient();
  return async () => {
    void cache.invalidateQueries({ queryKey: modelsKey(project) });
    await cache.invalidateQueries({ queryKey: credentialsKey(project) });
  };
}

export function useAddCredential(project: string) {
  const written = useCredentialWritten(project);
  return useMutation({
    mutationFn: (body: NewCredential) =>
      callApi("POST", "/api/v1/projects/{project}/credentials", { path: { project }, body, fetch: testInTime }),
    // Also after a failure: while it was tested, the list may have shown it.
    onSettled: written,
  });
}

export function useTestCredential(project: string) {
  const written = useCredentialWritten(project);
  return useMutation({
    mutationFn: (credential: string) =>
      callApi("POST", "/api/v1/projects/{project}/credentials/{credential}/test", {
        path: { project, credential },
        fetch: testInTime,
      }),
    onSettled: written,
  });
}

interface CredentialChange {
  label?: string;
  make_default?: true;
  allow_private?: boolean;
}

export function useEditCredential(project: string) {
  const written = useCredentialWritten(project);
  return useMutation({
    mutationFn: ({ credential, change }: { credential: string; change: CredentialChange }) =>
      callApi("PATCH", "/api/v1/projects/{project}/credentials/{credential}", {
        path: { project, credential },
        body: change,
      }),
    onSuccess: written,
  });
}

export function useRemoveCredential(project: string) {
  const written = useCredentialWritten(project);
  return useMutation({
    mutationFn: (credential: string) =>
      callApi("DELETE", "/api/v1/projects/{project}/credentials/{credential}", { path: { project, credential } }),
    onSuccess: written,
  });
}
