/** Suggestions: the queue, one suggestion, the preview of a changed one, and the decision. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { suggestionsKey } from "@/features/experiments";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery, postQuery } from "@/shared/http/queries";
import type { Wish } from "./reviewDraft";
import type { Shown } from "./reviewUrlState";

const PAGE = 20;

const suggestionKey = (project: string, suggestion: string) => [...suggestionsKey(project), "one", suggestion] as const;

export function suggestionListQuery(project: string, shown: Shown) {
  return pagedQuery(
    [...suggestionsKey(project), "list", shown],
    "/api/v1/projects/{project}/suggestions",
    { path: { project }, query: { limit: PAGE, ...(shown === "waiting" ? { state: "pending" as const } : {}) } },
    { placeholderData: keepPreviousData },
  );
}

export function suggestionQuery(project: string, suggestion: string) {
  return getQuery(suggestionKey(project, suggestion), "/api/v1/projects/{project}/suggestions/{suggestion}", {
    path: { project, suggestion },
  });
}

/** Check a part of the suggestion or an edited text. The result for the same input does not change. */
export function checkQuery(project: string, suggestion: string, wish: Wish) {
  return postQuery(
    ["suggestion-check", project, suggestion, wish],
    "/api/v1/projects/{project}/suggestions/{suggestion}/check",
    { path: { project, suggestion }, body: wish ?? {} },
    {
      enabled: wish !== null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      placeholderData: keepPreviousData,
      retry: false,
    },
  );
}

export interface Approval {
  revision: number;
  wish: Wish;
  notes: string;
  anyway: boolean;
}

export function useApprove(project: string, suggestion: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, wish, notes, anyway }: Approval) =>
      callApi("POST", "/api/v1/projects/{project}/suggestions/{suggestion}/approve", {
        path: { project, suggestion },
        body: { revision, ...(wish ?? {}), anyway, notes },
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: suggestionsKey(project) }),
  });
}

export function useReject(project: string, suggestion: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, reason }: { revision: number; reason: string }) =>
      callApi("POST", "/api/v1/projects/{project}/suggestions/{suggestion}/reject", {
        path: { project, suggestion },
        body: { revision, reason },
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: suggestionsKey(project) }),
  });
}
