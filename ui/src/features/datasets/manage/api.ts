/** Tags of a whole dataset, and cases of another one brought in. Each makes one new version. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Answer, Sent } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import { datasetKey, datasetsKey } from "../api";
import type { TagAction } from "./tagActions";

// Changes of many thousand cases are one transaction.
const changeInTime = fetchWithin(120_000);

function useWritten(project: string, dataset: string) {
  const cache = useQueryClient();
  return async () => {
    void cache.invalidateQueries({ queryKey: datasetsKey(project) });
    await cache.invalidateQueries({ queryKey: datasetKey(project, dataset) });
  };
}

export function useChangeTags(project: string, dataset: string) {
  const written = useWritten(project, dataset);
  return useMutation({
    mutationFn: ({ action, tags, to }: TagAction) =>
      callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/tags", {
        path: { project, dataset },
        body: { action, tags: [...tags], ...(to ? { to } : {}) },
        fetch: changeInTime,
      }),
    onSuccess: written,
  });
}

export type Merge = Sent<"merge_datasets">;
export type Merged = Answer<"merge_datasets", 200>;

export function useMerge(project: string, dataset: string) {
  const written = useWritten(project, dataset);
  return useMutation({
    mutationFn: (body: Merge) =>
      callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/merge", {
        path: { project, dataset },
        body,
        fetch: changeInTime,
      }),
    onSuccess: written,
  });
}
