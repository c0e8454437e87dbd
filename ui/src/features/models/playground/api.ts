/** Calls made by hand. The server answers at once; the outcome is told by an event, and asked for until it is there. */
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Try } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";
import type { PlaygroundValues } from "./playgroundBody";
import { toPlaygroundBody } from "./playgroundBody";

export const triesKey = (project: string) => ["tries", project] as const;

const POLL_MS = 1_000;

export function tryListQuery(project: string, model: string) {
  return infiniteQueryOptions({
    queryKey: [...triesKey(project), "of", model],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/models/{model}/tries", {
          params: { path: { project, model }, query: { limit: 10, ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
  });
}

export function tryQuery(project: string, wanted: string) {
  return queryOptions({
    queryKey: [...triesKey(project), "one", wanted],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/v1/projects/{project}/tries/{wanted}", { params: { path: { project, wanted } }, signal })),
    // The event is quicker; this is for when the stream is down.
    refetchInterval: ({ state }) => (state.data?.state === "done" ? false : POLL_MS),
    refetchIntervalInBackground: true,
    staleTime: ({ state }) => (state.data?.state === "done" ? Number.POSITIVE_INFINITY : 0),
  });
}

export function useAskModel(project: string, model: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (values: PlaygroundValues) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/models/{model}/tries", {
          params: { path: { project, model } },
          body: toPlaygroundBody(values),
        }),
      ),
    onSuccess: (asked: Try) => {
      cache.setQueryData(tryQuery(project, asked.id).queryKey, asked);
      void cache.invalidateQueries({ queryKey: tryListQuery(project, model).queryKey });
    },
  });
}
