/** The overview of a project, and the counts that every page of it shows. */
import type { ProjectHome } from "@/api/types";
import { getQuery } from "@/shared/http/queries";

export type Waiting = ProjectHome["waiting"];

/** Polling interval, in case an event is lost: labels of other people and ends of snoozes send none. */
const LOOK_AGAIN_MS = 30_000;
/** The same while a run is in progress or a score is computed again. */
const PROGRESS_MS = 5_000;

export const homeKey = (project: string) => ["home", project] as const;
export const waitingKey = (project: string) => ["waiting", project] as const;

export function homeQuery(project: string) {
  return getQuery(
    homeKey(project),
    "/api/v1/projects/{project}/home",
    { path: { project } },
    { refetchInterval: ({ state: { data } }) => (data && moves(data) ? PROGRESS_MS : LOOK_AGAIN_MS) },
  );
}

function moves({ runs, prompts }: ProjectHome): boolean {
  return runs.length > 0 || prompts.some(({ last_run: last }) => last?.stale);
}

/** One cheap query for all counts of the navigation and of the bell. */
export function waitingQuery(project: string) {
  return getQuery(
    waitingKey(project),
    "/api/v1/projects/{project}/waiting",
    { path: { project } },
    { refetchInterval: LOOK_AGAIN_MS },
  );
}
