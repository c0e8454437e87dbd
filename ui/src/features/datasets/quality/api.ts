/** Which questions look bad and by what, and what can be done about them. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import { getQuery, pagedQuery } from "@/shared/http/queries";
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
  return pagedQuery(
    [...qualityKey(project, dataset), "items", query],
    "/api/v1/projects/{project}/datasets/{dataset}/quality",
    { path: { project, dataset }, query: { ...query } },
    { placeholderData: keepPreviousData },
  );
}

/** Every question that was answered, for the drawing. */
export function pointsQuery(project: string, dataset: string) {
  return getQuery(
    [...qualityKey(project, dataset), "points"],
    "/api/v1/projects/{project}/datasets/{dataset}/quality/points",
    { path: { project, dataset } },
  );
}

interface Dismissal {
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
        await callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/quality/dismissals", {
          path: { project, dataset },
          body: { case: question, kind },
        });
      else
        await callApi("DELETE", "/api/v1/projects/{project}/datasets/{dataset}/quality/dismissals/{case}/{kind}", {
          path: { project, dataset, case: question, kind },
        });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: qualityKey(project, dataset) }),
  });
}

/** A new version without them; older versions and runs keep them. */
export function useRetire(project: string, dataset: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { cases: string[]; kind?: SuspicionKind }) =>
      callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/quality/retire", {
        path: { project, dataset },
        body,
        fetch: retireInTime,
      }),
    onSuccess: async () => {
      void cache.invalidateQueries({ queryKey: datasetsKey(project) });
      void cache.invalidateQueries({ queryKey: qualityKey(project, dataset) });
      await cache.invalidateQueries({ queryKey: datasetKey(project, dataset) });
    },
  });
}
