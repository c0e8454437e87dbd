/** Annotation queues: lists, one queue, and the next answer to label. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AnnotationBody, AnnotationReport, LabelBody, SaidBody } from "@/api/types";
import { waitingKey } from "@/features/home";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";

const PAGE = 30;
/** Single labels send no project event, so the page of a queue polls. */
const LOOK_AGAIN_MS = 5_000;

export const queuesKey = (project: string) => ["annotation-queues", project] as const;
const queueKey = (project: string, queue: string) => [...queuesKey(project), "one", queue] as const;

export function queueListQuery(project: string) {
  return pagedQuery([...queuesKey(project), "list"], "/api/v1/projects/{project}/annotation-queues", {
    path: { project },
    query: { limit: PAGE },
  });
}

export function queueQuery(project: string, queue: string) {
  return getQuery(
    queueKey(project, queue),
    "/api/v1/projects/{project}/annotation-queues/{queue}",
    { path: { project, queue } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.state === "open" && data.progress.done < data.progress.items ? LOOK_AGAIN_MS : false,
    },
  );
}

/** Claim the next answer. The server reserves it until it is labelled or skipped. */
export function nextItemQuery(project: string, queue: string, turn: number) {
  return queryOptions({
    queryKey: ["annotation-next", project, queue, turn],
    queryFn: () =>
      callApi("POST", "/api/v1/projects/{project}/annotation-queues/{queue}/next", { path: { project, queue } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

export function itemQuery(project: string, queue: string, item: string) {
  return getQuery(
    [...queueKey(project, queue), "item", item],
    "/api/v1/projects/{project}/annotation-queues/{queue}/items/{item}",
    { path: { project, queue, item } },
  );
}

export function useMakeQueue(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: AnnotationBody) =>
      callApi("POST", "/api/v1/projects/{project}/annotation-queues", { path: { project }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: queuesKey(project) }),
  });
}

export function useCloseQueue(project: string, queue: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi("DELETE", "/api/v1/projects/{project}/annotation-queues/{queue}", { path: { project, queue } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: queuesKey(project) }),
  });
}

export function useLabelItem(project: string, queue: string) {
  const cache = useQueryClient();
  return useMutation({
    scope: { id: `labels of ${queue}` },
    mutationFn: ({ item, body }: { item: string; body: LabelBody }) =>
      callApi("PUT", "/api/v1/projects/{project}/annotation-queues/{queue}/items/{item}/label", {
        path: { project, queue, item },
        body,
      }),
    onSuccess: (progress) => {
      cache.setQueryData<AnnotationReport>(queueKey(project, queue), (report) => report && { ...report, progress });
      void cache.invalidateQueries({ queryKey: [...queuesKey(project), "list"] });
      void cache.invalidateQueries({ queryKey: waitingKey(project) });
    },
  });
}

export function useAdjudicate(project: string, queue: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ item, body }: { item: string; body: SaidBody }) =>
      callApi("POST", "/api/v1/projects/{project}/annotation-queues/{queue}/items/{item}/adjudication", {
        path: { project, queue, item },
        body,
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: queueKey(project, queue) }),
  });
}
