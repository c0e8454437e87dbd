/** Which questions look bad and by what, and what can be done about them. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, fetchWithin, unwrap } from "@/shared/http/client";
import { datasetKey, datasetsKey } from "../api";
import { qualityKey } from "../keys";
import type { QualityPlace, SuspicionKind } from "./suspicionKinds";

const PAGE = 50;
const retireInTime = fetchWithin(120_000);

export function qualityQuery(project: string, dataset: string, { suspicion, show, order }: QualityPlace) {
  const query = {
    limit: PAGE,
    suspected: show !== "all",
    dismissed: show === "dismissed",
    ...(suspicion ? { kind: suspicion } : {}),
    ...(order ? { sort: order } : {}),
  };
  return infiniteQueryOptions({
    queryKey: [...qualityKey(project, dataset), "items", query],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/datasets/{dataset}/quality", {
          params: { path: { project, dataset }, query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** Every question that was answered, for the drawing. */
export function pointsQuery(project: string, dataset: string) {
  return queryOptions({
    queryKey: [...qualityKey(project, dataset), "points"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/datasets/{dataset}/quality/points", {
          params: { path: { project, dataset } },
          signal,
        }),
      ),
  });
}

export interface Dismissal {
  case: string;
  kind: SuspicionKind;
  /** Off to take it up again. */
  dismissed: boolean;
}

export function useDismiss(project: string, dataset: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ case: question, kind, dismissed }: Dismissal) => {
      if (dismissed)
        await unwrap(
          api.POST("/api/v1/projects/{project}/datasets/{dataset}/quality/dismissals", {
            params: { path: { project, dataset } },
            body: { case: question, kind },
          }),
        );
      else
        await unwrap(
          api.DELETE("/api/v1/projects/{project}/datasets/{dataset}/quality/dismissals/{case}/{kind}", {
            params: { path: { project, dataset, case: question, kind } },
          }),
        );
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: qualityKey(project, dataset) }),
  });
}

/** A new version without them; older versions and runs keep them. */
export function useRetire(project: string, dataset: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { cases: string[]; kind?: SuspicionKind }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/datasets/{dataset}/quality/retire", {
          params: { path: { project, dataset } },
          body,
          fetch: retireInTime,
        }),
      ),
    onSuccess: async () => {
      void cache.invalidateQueries({ queryKey: datasetsKey(project) });
      void cache.invalidateQueries({ queryKey: qualityKey(project, dataset) });
      await cache.invalidateQueries({ queryKey: datasetKey(project, dataset) });
    },
  });
}
