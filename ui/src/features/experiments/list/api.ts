/** The list of experiments, page by page. */
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api, unwrap } from "@/shared/http/client";
import { experimentsKey } from "../keys";
import type { ExperimentFilter } from "./experimentFilters";

const PAGE = 20;

export function experimentListQuery(project: string, { state, search }: ExperimentFilter) {
  return infiniteQueryOptions({
    queryKey: [...experimentsKey(project), "list", state ?? null, search ?? null],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/experiments", {
          params: {
            path: { project },
            query: {
              limit: PAGE,
              ...(state ? { state: [state] } : {}),
              ...(search ? { search } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    placeholderData: keepPreviousData,
  });
}
