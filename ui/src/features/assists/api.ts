/** Assists by a model: forecast, start, result and cancel. */
import { keepPreviousData } from "@tanstack/react-query";
import type { Assist, AssistOrder, AssistState } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { getQuery, postQuery } from "@/shared/http/queries";
import { assistsKey } from "./keys";

/** Polling interval while work is under way, in case an event is lost. */
const LOOK_AGAIN_MS = 2_000;

export const isOver = (state: AssistState) => state === "done" || state === "failed" || state === "cancelled";

export function startAssist(project: string, body: AssistOrder): Promise<Assist> {
  return callApi("POST", "/api/v1/projects/{project}/assists", { path: { project }, body });
}

export function cancelAssist(project: string, assist: string): Promise<Assist> {
  return callApi("POST", "/api/v1/projects/{project}/assists/{assist}/cancel", { path: { project, assist } });
}

export function assistQuery(project: string, assist: string) {
  return getQuery(
    [...assistsKey(project), assist],
    "/api/v1/projects/{project}/assists/{assist}",
    { path: { project, assist } },
    { refetchInterval: ({ state: { data } }) => (data && isOver(data.state) ? false : LOOK_AGAIN_MS) },
  );
}

export function assistForecastQuery(project: string, order: AssistOrder) {
  return postQuery(
    ["assist-forecast", project, order],
    "/api/v1/projects/{project}/assists/forecast",
    { path: { project }, body: order },
    { placeholderData: keepPreviousData, gcTime: 60_000, retry: false },
  );
}
