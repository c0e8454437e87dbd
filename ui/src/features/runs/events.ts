/** What a project event means for the runs we have in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { runKey, runsKey } from "./api";

const OF_RUNS = new Set([
  "run.created",
  "run.state_changed",
  "run.completed",
  "run.changed",
  "run.progressed",
  "budget.neared",
  "reservation.exceeded",
]);

/** What has to be read again: sums and states are not in the events. */
export function staleRuns(project: string, event: ProjectEvent): (readonly unknown[])[] {
  if (!OF_RUNS.has(event.type)) return [];
  const { run } = event.data as { run?: string };
  return [runsKey(project), ...(run ? [[...runKey(project, run), "report"]] : [])];
}
