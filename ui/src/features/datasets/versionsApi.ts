/** Versions of a dataset beside each other, splits, and files of them. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import { pagedQuery } from "@/shared/http/queries";
import { datasetKey, datasetsKey } from "./api";

const PAGE = 50;
// All cases are split again in one transaction.
const dealInTime = fetchWithin(120_000);

export function compareQuery(project: string, dataset: string, a: number, b: number) {
  return pagedQuery(
    [...datasetKey(project, dataset), "compare", a, b],
    "/api/v1/projects/{project}/datasets/{dataset}/compare",
    { path: { project, dataset }, query: { a, b, limit: PAGE } },
    {
      placeholderData: keepPreviousData,
      // Versions never change.
      staleTime: Infinity,
    },
  );
}

interface Deal {
  holdout_share: number;
  seed: number;
}

export function useDealSplits(project: string, dataset: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Deal) =>
      callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/splits", {
        path: { project, dataset },
        body,
        fetch: dealInTime,
      }),
    onSuccess: async () => {
      void cache.invalidateQueries({ queryKey: datasetsKey(project) });
      await cache.invalidateQueries({ queryKey: datasetKey(project, dataset) });
    },
  });
}

export const EXPORT_FORMATS = ["jsonl", "json", "csv", "safe-csv", "archive"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The format of the table. */
const TABLES: Record<ExportFormat, "jsonl" | "json" | "csv"> = {
  jsonl: "jsonl",
  json: "json",
  csv: "csv",
  "safe-csv": "csv",
  archive: "jsonl",
};

/** The address of a file: the browser downloads it, so its size does not matter to the page. */
export function exportUrl(project: string, dataset: string, format: ExportFormat, version: number | null): string {
  const query = new URLSearchParams({ format: TABLES[format] });
  if (format === "safe-csv") query.set("safe", "true");
  if (format === "archive") query.set("files", "true");
  if (version !== null) query.set("version", String(version));
  return `/api/v1/projects/${encodeURIComponent(project)}/datasets/${encodeURIComponent(dataset)}/export?${query}`;
}
