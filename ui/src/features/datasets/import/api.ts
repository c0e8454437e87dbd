/** Import of files: upload, check with a mapping, import in one transaction. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Upload } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import { datasetKey, datasetsKey } from "../api";
import type { Mapping } from "./columnUses";
import { type Sending, uploadFile } from "./uploadFile";

// Thousands of rows are read, checked and stored in one request.
const importInTime = fetchWithin(180_000);

export interface FileOptions {
  format?: Upload["file"]["format"];
  encoding?: string;
  delimiter?: string;
}

/** `variables` are those of a prompt: columns of these names are theirs. */
export function startUpload(
  project: string,
  file: File,
  onProgress: (share: number) => void,
  variables: readonly string[] = [],
): Sending<Upload> {
  const query = new URLSearchParams([
    ["filename", file.name.slice(-255)],
    ...variables.map((name) => ["variables", name]),
  ]);
  return uploadFile<Upload>(`/api/v1/projects/${encodeURIComponent(project)}/imports?${query}`, file, onProgress);
}

/** Without a mapping the server suggests one, for example after the format was changed. */
export function checkUpload(
  project: string,
  upload: string,
  options: FileOptions,
  mapping: Mapping | null,
  tags: string[],
  signal?: AbortSignal,
) {
  return callApi("POST", "/api/v1/projects/{project}/imports/{upload}/check", {
    path: { project, upload },
    body: { mapping, options, tags, variables: [] },
    fetch: importInTime,
    ...(signal ? { signal } : {}),
  });
}

export function checkQuery(
  project: string,
  upload: string,
  options: FileOptions,
  mapping: Mapping,
  tags: string[],
  enabled: boolean,
) {
  return queryOptions({
    queryKey: ["import-check", project, upload, options, mapping, tags],
    queryFn: ({ signal }) => checkUpload(project, upload, options, mapping, tags, signal),
    placeholderData: keepPreviousData,
    enabled,
    gcTime: 60_000,
    retry: false,
  });
}

interface WantedImport {
  dataset: string;
  upload: string;
  options: FileOptions;
  mapping: Mapping;
  tags: string[];
  skip_bad_rows: boolean;
}

export function useImportFile(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ dataset, ...body }: WantedImport) =>
      callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/import", {
        path: { project, dataset },
        body: { ...body, variables: [] },
        fetch: importInTime,
      }),
    onSuccess: (_, { dataset }) => {
      void cache.invalidateQueries({ queryKey: datasetsKey(project) });
      void cache.invalidateQueries({ queryKey: datasetKey(project, dataset) });
    },
  });
}
