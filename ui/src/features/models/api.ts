/** The catalog: which models a project can call, what they can do, what they cost and what calling them came to. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Model, Provider } from "@/api/types";
import { modelsKey } from "@/features/models/credentials";
import { api, unwrap } from "@/shared/http/client";

export interface ModelFilter {
  search?: string;
  provider?: Provider;
  credential?: string;
}

const PAGE = 50;

export const modelKey = (project: string, model: string) => ["model", project, model] as const;

export function modelListQuery(project: string, filter: ModelFilter) {
  return infiniteQueryOptions({
    queryKey: [...modelsKey(project), filter],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/models", {
          params: { path: { project }, query: { limit: PAGE, ...filter, ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    placeholderData: keepPreviousData,
  });
}

/** The first few that fit a word, for the command palette and the first steps. */
export function fewModelsQuery(project: string, search: string, limit = 6) {
  return queryOptions({
    queryKey: [...modelsKey(project), "few", search, limit],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/models", {
          params: { path: { project }, query: { limit, ...(search ? { search } : {}) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function modelQuery(project: string, model: string) {
  return queryOptions({
    queryKey: modelKey(project, model),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/v1/projects/{project}/models/{model}", { params: { path: { project, model } }, signal })),
  });
}

export function priceHistoryQuery(project: string, model: string) {
  return queryOptions({
    queryKey: [...modelKey(project, model), "prices"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/models/{model}/prices", {
          params: { path: { project, model }, query: { limit: 20 } },
          signal,
        }),
      ),
  });
}

export function usageQuery(project: string, model: string, days: number) {
  return queryOptions({
    queryKey: [...modelKey(project, model), "usage", days],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/models/{model}/usage", {
          params: { path: { project, model }, query: { days } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
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
      unwrap(api.POST("/api/v1/projects/{project}/models", { params: { path: { project } }, body })),
    onSuccess: written,
  });
}

export interface ModelChange {
  capabilities?: Record<string, boolean | number | null>;
  limits?: Model["limits"];
  forget_dropped?: boolean;
}

export function useEditModel(project: string, model: string) {
  const written = useModelWritten(project);
  return useMutation({
    mutationFn: (change: ModelChange) =>
      unwrap(
        api.PATCH("/api/v1/projects/{project}/models/{model}", {
          params: { path: { project, model } },
          body: { forget_dropped: false, ...change },
        }),
      ),
    onSuccess: written,
  });
}

export interface PriceChange {
  choice: Model["price_choice"];
  input?: string;
  output?: string;
  cache_read?: string;
  cache_write?: string;
  effective_from?: string;
}

export function usePriceModel(project: string, model: string) {
  const written = useModelWritten(project);
  return useMutation({
    mutationFn: (body: PriceChange) =>
      unwrap(
        api.PUT("/api/v1/projects/{project}/models/{model}/price", { params: { path: { project, model } }, body }),
      ),
    onSuccess: written,
  });
}

export function useRemoveModel(project: string, model: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/v1/projects/{project}/models/{model}", { params: { path: { project, model } } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: modelsKey(project) }),
  });
}
