/** Datasets and their cases. Every change of cases makes one new version; what was read of old versions stays true. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Case, CaseContent, Dataset, DatasetKind, Split } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import { getQuery, pagedQuery } from "@/shared/http/queries";

export interface DatasetFilter {
  search?: string;
  kind?: DatasetKind;
  /** Has a case with this tag, or of this difficulty; of both where both are asked for. */
  tag?: string;
  difficulty?: number;
}

export interface CaseFilter {
  search?: string;
  tag?: string;
  split?: Split;
  difficulty?: number;
}

export const CASE_SORTS = ["position", "newest", "changed", "easiest", "hardest"] as const;
export type CaseSort = (typeof CASE_SORTS)[number];

const PAGE = 50;
const CASES_PAGE = 100;
// Changes of many thousand cases are one transaction.
const changeInTime = fetchWithin(120_000);

export const datasetsKey = (project: string) => ["datasets", project] as const;
export const datasetKey = (project: string, dataset: string) => ["dataset", project, dataset] as const;
const casesKey = (project: string, dataset: string) => [...datasetKey(project, dataset), "cases"] as const;

export function datasetListQuery(project: string, filter: DatasetFilter) {
  return pagedQuery(
    [...datasetsKey(project), filter],
    "/api/v1/projects/{project}/datasets",
    { path: { project }, query: { limit: PAGE, ...filter } },
    { placeholderData: keepPreviousData },
  );
}

/** The first few that fit a word, for the command palette. */
export function fewDatasetsQuery(project: string, search: string, limit = 5) {
  return getQuery(
    [...datasetsKey(project), "few", search, limit],
    "/api/v1/projects/{project}/datasets",
    { path: { project }, query: { limit, search: search || undefined } },
    { placeholderData: keepPreviousData },
  );
}

export function datasetQuery(project: string, dataset: string) {
  return getQuery(datasetKey(project, dataset), "/api/v1/projects/{project}/datasets/{dataset}", {
    path: { project, dataset },
  });
}

export function versionsQuery(project: string, dataset: string) {
  return pagedQuery(
    [...datasetKey(project, dataset), "versions"],
    "/api/v1/projects/{project}/datasets/{dataset}/versions",
    { path: { project, dataset }, query: { limit: PAGE } },
  );
}

export function tagsQuery(project: string, dataset: string) {
  return getQuery([...datasetKey(project, dataset), "tags"], "/api/v1/projects/{project}/datasets/{dataset}/tags", {
    path: { project, dataset },
  });
}

/** The tags of all datasets of a project, the most used first. */
export function projectTagsQuery(project: string) {
  return getQuery([...datasetsKey(project), "tags"], "/api/v1/projects/{project}/datasets/tags", { path: { project } });
}

interface WantedCases extends CaseFilter {
  sort?: CaseSort;
  /** An older version; the newest when left out. */
  version?: number;
}

export function caseListQuery(project: string, dataset: string, wanted: WantedCases) {
  return pagedQuery(
    [...casesKey(project, dataset), wanted],
    "/api/v1/projects/{project}/datasets/{dataset}/cases",
    { path: { project, dataset }, query: { limit: CASES_PAGE, ...wanted } },
    { placeholderData: keepPreviousData },
  );
}

/** How a dataset begins, for places that only show what it looks like. */
export function firstCasesQuery(project: string, dataset: string, limit: number) {
  return getQuery(
    [...casesKey(project, dataset), "first", limit],
    "/api/v1/projects/{project}/datasets/{dataset}/cases",
    { path: { project, dataset }, query: { limit } },
  );
}

export function caseQuery(project: string, dataset: string, id: string) {
  return getQuery(
    [...casesKey(project, dataset), "one", id],
    "/api/v1/projects/{project}/datasets/{dataset}/cases/{case}",
    { path: { project, dataset, case: id } },
  );
}

/** After a change of cases: all that was read of this dataset is old, and so are the lists that count its cases. */
function useCasesWritten(project: string, dataset: string) {
  const cache = useQueryClient();
  return async () => {
    void cache.invalidateQueries({ queryKey: datasetsKey(project) });
    await cache.invalidateQueries({ queryKey: datasetKey(project, dataset) });
  };
}

function useDatasetWritten(project: string) {
  const cache = useQueryClient();
  return (dataset: Dataset) => {
    cache.setQueryData(datasetKey(project, dataset.id), dataset);
    void cache.invalidateQueries({ queryKey: datasetsKey(project) });
  };
}

export interface DatasetFields {
  name: string;
  kind: DatasetKind;
  description: string;
}

export function useCreateDataset(project: string) {
  const written = useDatasetWritten(project);
  return useMutation({
    mutationFn: (body: DatasetFields) =>
      callApi("POST", "/api/v1/projects/{project}/datasets", { path: { project }, body }),
    onSuccess: written,
  });
}

export function useEditDataset(project: string, dataset: string) {
  const written = useDatasetWritten(project);
  return useMutation({
    mutationFn: (body: Partial<DatasetFields>) =>
      callApi("PATCH", "/api/v1/projects/{project}/datasets/{dataset}", { path: { project, dataset }, body }),
    onSuccess: written,
  });
}

export function useRemoveDataset(project: string, dataset: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi("DELETE", "/api/v1/projects/{project}/datasets/{dataset}", { path: { project, dataset } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: datasetsKey(project) }),
  });
}

export function useLockHoldout(project: string, dataset: string) {
  const written = useDatasetWritten(project);
  return useMutation({
    mutationFn: (locked: boolean) =>
      callApi("PUT", "/api/v1/projects/{project}/datasets/{dataset}/holdout-lock", {
        path: { project, dataset },
        body: { locked },
      }),
    onSuccess: written,
  });
}

export function useAddCase(project: string, dataset: string) {
  const written = useCasesWritten(project, dataset);
  return useMutation({
    mutationFn: (content: CaseContent) =>
      callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/cases", {
        path: { project, dataset },
        body: { cases: [content] },
      }),
    onSuccess: written,
  });
}

export function useEditCase(project: string, dataset: string) {
  const written = useCasesWritten(project, dataset);
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: Partial<CaseContent> & { revision: Case["revision"] } }) =>
      callApi("PATCH", "/api/v1/projects/{project}/datasets/{dataset}/cases/{case}", {
        path: { project, dataset, case: id },
        body: change,
      }),
    onSuccess: written,
  });
}

/** Which cases: named one by one, or all that a filter finds. */
export type Chosen = { ids: string[] } | { filter: CaseFilter };

export interface BulkChange {
  add_tags?: string[];
  remove_tags?: string[];
  split?: Split;
  difficulty?: number;
  clear_difficulty?: boolean;
  delete?: boolean;
}

export function useChangeCases(project: string, dataset: string) {
  const written = useCasesWritten(project, dataset);
  return useMutation({
    mutationFn: ({ chosen, change }: { chosen: Chosen; change: BulkChange }) =>
      callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/cases/bulk", {
        path: { project, dataset },
        body: { add_tags: [], remove_tags: [], clear_difficulty: false, delete: false, ...chosen, ...change },
        fetch: changeInTime,
      }),
    onSuccess: written,
  });
}
