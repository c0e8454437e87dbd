/** What a project event means for the suites we have in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { suiteKey, suitesBelow, suitesKey } from "./keys";

const OF_SUITES = /^(suite|execution|monitor)\./;
/** The run of an execution moves: its state, its cost and the day's rest move with it. */
const OF_RUNS = new Set(["run.state_changed", "run.completed", "budget.neared"]);

/** What has to be read again: sums and states are not in the events. */
export function staleSuites(
  project: string,
  { type, data }: Pick<ProjectEvent, "type" | "data">,
): (readonly unknown[])[] {
  if (OF_RUNS.has(type)) return [suitesBelow(project)];
  if (!OF_SUITES.test(type)) return [];
  const { suite = type.startsWith("suite.") ? (data as { id?: unknown }).id : undefined } = data as { suite?: unknown };
  return [suitesKey(project), typeof suite === "string" ? suiteKey(project, suite) : suitesBelow(project)];
}
