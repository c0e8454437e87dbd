/** The requests of the wizard: the draft, its forecast, advice, templates and cases. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CaseContent, Dataset, ExperimentBody } from "@/api/types";
import { datasetKey, datasetsKey } from "@/features/datasets";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import { getQuery, postQuery } from "@/shared/http/queries";
import { experimentQuery } from "../api";
import { experimentKey, experimentsKey } from "../keys";
import type { DraftChange } from "./experimentDraftStore";
import type { Draft, PlanBody } from "./planTypes";
import { formOf, toPlan } from "./wizardForm";

// A bundle brings a dataset, a rubric and a prompt in one transaction.
const bundleInTime = fetchWithin(120_000);

/** The experiment without polling, because a draft changes only by people. */
export function draftQuery(project: string, experiment: string) {
  return queryOptions({ ...experimentQuery(project, experiment), refetchInterval: false });
}

export function sendDraft(project: string, experiment: string, body: DraftChange): Promise<Draft> {
  return callApi("PATCH", "/api/v1/projects/{project}/experiments/{experiment}", {
    path: { project, experiment },
    body,
  });
}

/** Cache a new draft, from a template, a bundle or from scratch. */
function useDraftMade(project: string) {
  const cache = useQueryClient();
  return (made: Draft) => {
    cache.setQueryData(draftQuery(project, made.id).queryKey, made);
    void cache.invalidateQueries({ queryKey: experimentsKey(project) });
    void cache.invalidateQueries({ queryKey: datasetsKey(project) });
  };
}

export function useCreateExperiment(project: string) {
  const onSuccess = useDraftMade(project);
  return useMutation({
    mutationFn: (template: string | null) =>
      callApi("POST", "/api/v1/projects/{project}/experiments", {
        path: { project },
        body: { name: "", template } as ExperimentBody,
      }),
    onSuccess,
  });
}

/** A new draft with the plan of another experiment. */
export function useRepeatExperiment(project: string) {
  const onSuccess = useDraftMade(project);
  return useMutation({
    mutationFn: (from: Draft) =>
      callApi("POST", "/api/v1/projects/{project}/experiments", {
        path: { project },
        body: { name: from.name, plan: toPlan(formOf(from), from.plan) } as ExperimentBody,
      }),
    onSuccess,
  });
}

export function useImportBundle(project: string) {
  const onSuccess = useDraftMade(project);
  return useMutation({
    mutationFn: (bundle: File) =>
      callApi("POST", "/api/v1/projects/{project}/experiments/import", {
        path: { project },
        body: bundle as unknown as string,
        bodySerializer: (body) => body,
        headers: { "Content-Type": "application/zip" },
        fetch: bundleInTime,
      }),
    onSuccess,
  });
}

export function useStartExperiment(project: string, experiment: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi("POST", "/api/v1/projects/{project}/experiments/{experiment}/iterations", {
        path: { project, experiment },
        body: {},
      }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: experimentsKey(project) });
      void cache.invalidateQueries({ queryKey: experimentKey(project, experiment) });
    },
  });
}

export function templatesQuery(project: string) {
  return getQuery(
    ["experiment-templates", project],
    "/api/v1/projects/{project}/experiment-templates",
    { path: { project } },
    { staleTime: Infinity },
  );
}

/** `about` holds what the server knows and the plan does not say, such as how many cases there are. */
export function forecastQuery(project: string, plan: PlanBody, about: number) {
  return postQuery(
    ["experiment-forecast", project, plan, about],
    "/api/v1/projects/{project}/experiments/forecast",
    { path: { project }, body: { plan } },
    { placeholderData: keepPreviousData, gcTime: 60_000 },
  );
}

/** Advice by rules over the catalog. No model is called. */
export function useAdvice(project: string) {
  return useMutation({
    mutationFn: (plan: PlanBody) =>
      callApi("POST", "/api/v1/projects/{project}/experiments/advice", { path: { project }, body: { plan } }),
  });
}

export function coverageQuery(project: string, dataset: string, version: number) {
  return getQuery(
    [...datasetKey(project, dataset), "coverage", version],
    "/api/v1/projects/{project}/datasets/{dataset}/coverage",
    { path: { project, dataset }, query: { version } },
    { placeholderData: keepPreviousData },
  );
}

type NewCase = Pick<CaseContent, "values" | "expected" | "tags" | "difficulty">;

export function useAddCases(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ dataset, cases }: { dataset: Dataset["id"]; cases: readonly NewCase[] }) =>
      callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/cases", {
        path: { project, dataset },
        body: { cases: cases.map((one) => ({ ...one, split: "none" as const, metadata: {} })) },
      }),
    onSuccess: async (_, { dataset }) => {
      void cache.invalidateQueries({ queryKey: datasetsKey(project) });
      await cache.invalidateQueries({ queryKey: datasetKey(project, dataset) });
    },
  });
}
