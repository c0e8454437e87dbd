/** Annotation queues in the cache: lists, one queue, the answer that is mine to label next. */
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AnnotationBody, AnnotationReport, LabelBody, SaidBody } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";

const PAGE = 30;
/** Single labels are no news for a whole project: who watches a queue looks again. */
const LOOK_AGAIN_MS = 5_000;

export const queuesKey = (project: string) => ["annotation-queues", project] as const;
export const queueKey = (project: string, queue: string) => [...queuesKey(project), "one", queue] as const;

export function queueListQuery(project: string) {
  return infiniteQueryOptions({
    queryKey: [...queuesKey(project), "list"],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/annotation-queues", {
          params: { path: { project }, query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
  });
}

export function queueQuery(project: string, queue: string) {
  return queryOptions({
    queryKey: queueKey(project, queue),
    queryFn: ({ signal }): Promise<AnnotationReport> =>
      unwrap(
        api.GET("/api/v1/projects/{project}/annotation-queues/{queue}", {
          params: { path: { project, queue } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.state === "open" && data.progress.done < data.progress.items ? LOOK_AGAIN_MS : false,
  });
}

/** Asked once for each turn: the server keeps the answer for me until I have labelled or skipped it. */
export function nextItemQuery(project: string, queue: string, turn: number) {
  return queryOptions({
    queryKey: ["annotation-next", project, queue, turn],
    queryFn: () =>
      unwrap(
        api.POST("/api/v1/projects/{project}/annotation-queues/{queue}/next", { params: { path: { project, queue } } }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

export function itemQuery(project: string, queue: string, item: string) {
  return queryOptions({
    queryKey: [...queueKey(project, queue), "item", item],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/annotation-queues/{queue}/items/{item}", {
          params: { path: { project, queue, item } },
          signal,
        }),
      ),
  });
}

export function useMakeQueue(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: AnnotationBody) =>
      unwrap(api.POST("/api/v1/projects/{project}/annotation-queues", { params: { path: { project } }, body })),
    onSuccess: () => cache.invalidateQueries({ queryKey: queuesKey(project) }),
  });
}

export function useCloseQueue(project: string, queue: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/v1/projects/{project}/annotation-queues/{queue}", { params: { path: { project, queue } } }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: queuesKey(project) }),
  });
}

export function useLabelItem(project: string, queue: string) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: `labels of ${queue}` },
    mutationFn: ({ item, body }: { item: string; body: LabelBody }) =>
      unwrap(
        api.PUT("/api/v1/projects/{project}/annotation-queues/{queue}/items/{item}/label", {
          params: { path: { project, queue, item } },
          body,
        }),
      ),
    onSuccess: (progress) => {
      cache.setQueryData<AnnotationReport>(queueKey(project, queue), (report) => report && { ...report, progress });
      void cache.invalidateQueries({ queryKey: [...queuesKey(project), "list"] });
    },
  });
}

export function useAdjudicate(project: string, queue: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ item, body }: { item: string; body: SaidBody }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/annotation-queues/{queue}/items/{item}/adjudication", {
          params: { path: { project, queue, item } },
          body,
        }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: queueKey(project, queue) }),
  });
}
