/** Asking a model for help: what it would cost, the asking itself, and taking it back. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Assist, AssistOrder, AssistState } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";
import { assistsKey } from "../keys";

/** Events tell at once; this is for those that were lost. */
const LOOK_AGAIN_MS = 2_000;

export const isOver = (state: AssistState) => state === "done" || state === "failed" || state === "cancelled";

export function startAssist(project: string, body: AssistOrder): Promise<Assist> {
  return unwrap(api.POST("/api/v1/projects/{project}/assists", { params: { path: { project } }, body }));
}

export function cancelAssist(project: string, assist: string): Promise<Assist> {
  return unwrap(
    api.POST("/api/v1/projects/{project}/assists/{assist}/cancel", { params: { path: { project, assist } } }),
  );
}

export function assistQuery(project: string, assist: string) {
  return queryOptions({
    queryKey: [...assistsKey(project), assist],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/v1/projects/{project}/assists/{assist}", { params: { path: { project, assist } }, signal })),
    refetchInterval: ({ state: { data } }) => (data && isOver(data.state) ? false : LOOK_AGAIN_MS),
  });
}

export function assistForecastQuery(project: string, order: AssistOrder) {
  return queryOptions({
    queryKey: ["assist-forecast", project, order],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/assists/forecast", { params: { path: { project } }, body: order, signal }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
}
