/** Playground calls. The server accepts a call at once; an event or polling brings the outcome. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Try } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";
import type { PlaygroundValues } from "./playgroundBody";
import { toPlaygroundBody } from "./playgroundBody";

export const triesKey = (project: string) => ["tries", project] as const;

const POLL_MS = 1_000;

export function tryListQuery(project: string, model: string) {
  return pagedQuery([...triesKey(project), "of", model], "/api/v1/projects/{project}/models/{model}/tries", {
    path: { project, model },
    query: { limit: 10 },
  });
}

export function tryQuery(project: string, wanted: string) {
  return getQuery(
    [...triesKey(project), "one", wanted],
    "/api/v1/projects/{project}/tries/{wanted}",
    { path: { project, wanted } },
    {
      // The event is quicker; this is for when the stream is down.
      refetchInterval: ({ state }) => (state.data?.state === "done" ? false : POLL_MS),
      refetchIntervalInBackground: true,
      staleTime: ({ state }) => (state.data?.state === "done" ? Number.POSITIVE_INFINITY : 0),
    },
  );
}

export function useAskModel(project: string, model: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (values: PlaygroundValues) =>
      callApi("POST", "/api/v1/projects/{project}/models/{model}/tries", {
        path: { project, model },
        body: toPlaygroundBody(values),
      }),
    onSuccess: (asked: Try) => {
      cache.setQueryData(tryQuery(project, asked.id).queryKey, asked);
      void cache.invalidateQueries({ queryKey: tryListQuery(project, model).queryKey });
    },
  });
}
