/** Judges that read questions: starting them, following them, and what they say. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { isWorking } from "@/features/runs";
import { api, unwrap } from "@/shared/http/client";
import { reviewsBelow, reviewsKey } from "../keys";
import type { ReviewOrder } from "./reviewOrders";
import type { ReviewOrderBody } from "./types";

const PAGE = 50;
const LISTED = 50;
/** Events tell at once; this is for those that were lost. */
const LOOK_AGAIN_MS = 4_000;

export function reviewListQuery(project: string, dataset: string) {
  return queryOptions({
    queryKey: [...reviewsKey(project, dataset), "list"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/datasets/{dataset}/question-reviews", {
          params: { path: { project, dataset }, query: { limit: LISTED } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => isWorking(state)) ? LOOK_AGAIN_MS : false,
  });
}

export function reviewQuery(project: string, dataset: string, run: string, order: ReviewOrder) {
  return infiniteQueryOptions({
    queryKey: [...reviewsKey(project, dataset), run, order],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/datasets/{dataset}/question-reviews/{run}", {
          params: {
            path: { project, dataset, run },
            query: { sort: order, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0] && isWorking(data.pages[0].review.state) ? LOOK_AGAIN_MS : false,
  });
}

export function reviewForecastQuery(project: string, dataset: string, order: ReviewOrderBody) {
  return queryOptions({
    queryKey: ["question-review-forecast", project, dataset, order],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/datasets/{dataset}/question-reviews", {
          params: { path: { project, dataset } },
          body: { ...order, forecast_only: true },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
}

export function useStartReview(project: string, dataset: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (order: ReviewOrderBody) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/datasets/{dataset}/question-reviews", {
          params: { path: { project, dataset } },
          body: { ...order, forecast_only: false },
        }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: reviewsKey(project, dataset) }),
  });
}

/** Asks the judges again where they failed. */
export function useRetryReview(project: string, dataset: string, run: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/v1/projects/{project}/datasets/{dataset}/question-reviews/{run}/retry", {
          params: { path: { project, dataset, run } },
        }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: reviewsKey(project, dataset) }),
  });
}

export function byGeneratorQuery(project: string) {
  return queryOptions({
    queryKey: [...reviewsBelow(project), "by-generator"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/question-quality/by-generator", { params: { path: { project } }, signal }),
      ),
  });
}
