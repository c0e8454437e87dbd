/** Judges that read questions: starting them, following them, and what they say. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { isWorking } from "@/features/runs";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery, postQuery } from "@/shared/http/queries";
import { reviewsBelow, reviewsKey } from "../keys";
import type { ReviewOrder } from "./reviewOrders";
import type { ReviewOrderBody } from "./types";

const PAGE = 50;
const LISTED = 50;
/** Polling interval while work is under way, in case an event is lost. */
const LOOK_AGAIN_MS = 4_000;

export function reviewListQuery(project: string, dataset: string) {
  return getQuery(
    [...reviewsKey(project, dataset), "list"],
    "/api/v1/projects/{project}/datasets/{dataset}/question-reviews",
    { path: { project, dataset }, query: { limit: LISTED } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.items.some(({ state }) => isWorking(state)) ? LOOK_AGAIN_MS : false,
    },
  );
}

export function reviewQuery(project: string, dataset: string, run: string, order: ReviewOrder) {
  return pagedQuery(
    [...reviewsKey(project, dataset), run, order],
    "/api/v1/projects/{project}/datasets/{dataset}/question-reviews/{run}",
    { path: { project, dataset, run }, query: { sort: order, limit: PAGE } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.pages[0] && isWorking(data.pages[0].review.state) ? LOOK_AGAIN_MS : false,
    },
  );
}

export function reviewForecastQuery(project: string, dataset: string, order: ReviewOrderBody) {
  return postQuery(
    ["question-review-forecast", project, dataset, order],
    "/api/v1/projects/{project}/datasets/{dataset}/question-reviews",
    { path: { project, dataset }, body: { ...order, forecast_only: true } },
    { placeholderData: keepPreviousData, gcTime: 60_000, retry: false },
  );
}

export function useStartReview(project: string, dataset: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (order: ReviewOrderBody) =>
      callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/question-reviews", {
        path: { project, dataset },
        body: { ...order, forecast_only: false },
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: reviewsKey(project, dataset) }),
  });
}

/** Asks the judges again where they failed. */
export function useRetryReview(project: string, dataset: string, run: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callApi("POST", "/api/v1/projects/{project}/datasets/{dataset}/question-reviews/{run}/retry", {
        path: { project, dataset, run },
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: reviewsKey(project, dataset) }),
  });
}

export function byGeneratorQuery(project: string) {
  return getQuery(
    [...reviewsBelow(project), "by-generator"],
    "/api/v1/projects/{project}/question-quality/by-generator",
    { path: { project } },
  );
}
