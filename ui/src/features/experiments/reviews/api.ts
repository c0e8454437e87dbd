/** Suggestions in the cache: the queue, one suggestion, what a change of it would come to, and the decision. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { suggestionsKey } from "@/features/experiments";
import { api, unwrap } from "@/shared/http/client";
import type { Wish } from "./reviewDraft";
import type { Shown } from "./reviewUrlState";

const PAGE = 20;

export const suggestionKey = (project: string, suggestion: string) =>
  [...suggestionsKey(project), "one", suggestion] as const;

export function suggestionListQuery(project: string, shown: Shown) {
  return infiniteQueryOptions({
    queryKey: [...suggestionsKey(project), "list", shown],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/suggestions", {
          params: {
            path: { project },
            query: {
              limit: PAGE,
              ...(shown === "waiting" ? { state: "pending" as const } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    placeholderData: keepPreviousData,
  });
}

/** How many wait, for the rail. */
export function waitingQuery(project: string) {
  return queryOptions({
    queryKey: [...suggestionsKey(project), "waiting"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/suggestions", {
          params: { path: { project }, query: { limit: 1, state: "pending" } },
          signal,
        }),
      ),
    select: ({ total }) => total,
  });
}

export function suggestionQuery(project: string, suggestion: string) {
  return queryOptions({
    queryKey: suggestionKey(project, suggestion),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/suggestions/{suggestion}", {
          params: { path: { project, suggestion } },
          signal,
        }),
      ),
  });
}

/** What a part of the suggestion, or a text of one's own, would come to. The same question has the same answer. */
export function checkQuery(project: string, suggestion: string, wish: Wish) {
  return queryOptions({
    queryKey: ["suggestion-check", project, suggestion, wish],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/suggestions/{suggestion}/check", {
          params: { path: { project, suggestion } },
          body: wish ?? {},
          signal,
        }),
      ),
    enabled: wish !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  });
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
      unwrap(
        api.POST("/api/v1/projects/{project}/suggestions/{suggestion}/approve", {
          params: { path: { project, suggestion } },
          body: { revision, ...(wish ?? {}), anyway, notes },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: suggestionsKey(project) }),
  });
}

export function useReject(project: string, suggestion: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, reason }: { revision: number; reason: string }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/suggestions/{suggestion}/reject", {
          params: { path: { project, suggestion } },
          body: { revision, reason },
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: suggestionsKey(project) }),
  });
}

export function useComment(project: string, suggestion: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/suggestions/{suggestion}/comments", {
          params: { path: { project, suggestion } },
          body: { text },
        }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: suggestionKey(project, suggestion) }),
  });
}
