/** What a project event means for the experiments we have in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { assistsKey } from "@/features/assists";
import { experimentKey, experimentsBelow, experimentsKey, iterationsBelow, suggestionsKey } from "./keys";

const OF_EXPERIMENTS = new Set([
  "experiment.created",
  "experiment.changed",
  "experiment.ended",
  "iteration.started",
  "iteration.state_changed",
  "iteration.completed",
  "suggestion.created",
  "suggestion.decided",
  "suggestion.commented",
]);
const OF_ASSISTS = new Set(["assist.progressed", "assist.finished"]);
/** The run of an iteration moves: bars and spend of the iteration move with it. */
const OF_RUNS = new Set(["run.progressed", "run.state_changed", "run.changed", "run.completed", "budget.neared"]);

/** What has to be read again: sums, bars and verdicts are not in the events. */
export function staleExperiments(project: string, event: ProjectEvent): (readonly unknown[])[] {
  const { type } = event;
  if (OF_ASSISTS.has(type)) return [assistsKey(project)];
  if (OF_RUNS.has(type)) return [iterationsBelow(project)];
  if (!OF_EXPERIMENTS.has(type)) return [];
  const { experiment } = event.data as { experiment?: string };
  return [
    experimentsKey(project),
    experiment ? experimentKey(project, experiment) : experimentsBelow(project),
    iterationsBelow(project),
    ...(type.startsWith("suggestion.") || type === "iteration.started" ? [suggestionsKey(project)] : []),
  ];
}
