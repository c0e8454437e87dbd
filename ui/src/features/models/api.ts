/** The catalog: which models a project can call, what they can do, what they cost and what calling them came to. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Model, Provider } from "@/api/types";
import { modelsKey } from "@/features/models/credentials";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";

export interface ModelFilter {
  search?: string;
  provider?: Provider;
  credential?: string;
}

const PAGE = 50;

export const modelKey = (project: string, model: string) => ["model", project, model] as const;

export function modelListQuery(project: string, filter: ModelFilter) {
  return pagedQuery(
    [...modelsKey(project), filter],
    "/api/v1/projects/{project}/models",
    { path: { project }, query: { limit: PAGE, ...filter } },
    { placeholderData: keepPreviousData },
  );
}

/** The first few that fit a word, for the command palette and the first steps. */
export function fewModelsQuery(project: string, search: string, limit = 6) {
  return getQuery(
    [...modelsKey(project), "few", search, limit],
    "/api/v1/projects/{project}/models",
    { path: { project }, query: { limit, search: search || undefined } },
    { placeholderData: keepPreviousData },
  );
}

export function modelQuery(project: string, model: string) {
  return getQuery(modelKey(project, model), "/api/v1/projects/{project}/models/{model}", { path: { project, model } });
}

export function priceHistoryQuery(project: string, model: string) {
  return getQuery([...modelKey(project, model), "prices"], "/api/v1/projects/{project}/models/{model}/prices", {
    path: { project, model },
    query: { limit: 20 },
  });
}

export function usageQuery(project: string, model: string, days: number) {
  return getQuery(
    [...modelKey(project, model), "usage", days],
    "/api/v1/projects/{project}/models/{model}/usage",
    { path: { project, model }, query: { days } },
    { placeholderData: keepPreviousData },
  );
}

/** Put the model the server answered where its page reads it, and let lists follow. */
function useModelWritten(project: string) {
  const cache = useQueryClient();
  return (model: Model) => {
    cache.setQueryData(modelKey(project, model.id), model);
    void cache.invalidateQueries({ queryKey: modelKey(project, model.id) });
    void cache.invalidateQueries({ queryKey: modelsKey(project) });
  };
}

export function useAddModel(project: string) {
  const written = useModelWritten(project);
  return useMutation({
    mutationFn: (body: { credential_id: string; name: string }) =>
      callApi("POST", "/api/v1/projects/{project}/models", { path: { project }, body }),
    onSuccess: written,
  });
}

interface ModelChange {
  capabilities?: Record<string, boolean | number | null>;
  limits?: Model["limits"];
  api?: Model["api"];
  forget_dropped?: boolean;
}

export function useEditModel(project: string, model: string) {
  const written = useModelWritten(project);
  return useMutation({
    mutationFn: (change: ModelChange) =>
      callApi("PATCH", "/api/v1/projects/{project}/models/{model}", {
        path: { project, model },
        body: { forget_dropped: false, ...change },
      }),
    onSuccess: written,
  });
}

export interface PriceChange {
  choice: Model["price_choice"];
  input?: string;
  output?: string;
  cache_read?: string;
  cache_write?: string;
  per_call?: string;
  effective_from?: string;
}

export function usePriceModel(project: string, model: string) {
  const written = useModelWritten(project);
  return useMutation({
    mutationFn: (body: PriceChange) =>
      callApi("PUT", "/api/v1/projects/{project}/models/{model}/price", { path: { project, model }, body }),
    onSuccess: written,
  });
}

export function useRemoveModel(project: string, model: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callApi("DELETE", "/api/v1/projects/{project}/models/{model}", { path: { project, model } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: modelsKey(project) }),
  });
}
