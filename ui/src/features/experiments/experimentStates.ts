/** The states of an experiment and of an iteration, in words. Pure. */
import type { Tone } from "@/shared/ui/Badge";
import type { ExperimentState, IterationState, StageName } from "./types";

export const EXPERIMENT_WORDS: Record<ExperimentState, string> = {
  draft: "Draft",
  running: "Running",
  paused: "Waiting for you",
  completed: "Completed",
  archived: "Archived",
};
export const EXPERIMENT_TONES: Record<ExperimentState, Tone> = {
  draft: "neutral",
  running: "info",
  paused: "warning",
  completed: "success",
  archived: "neutral",
};

export const STAGE_WORDS: Record<StageName, string> = {
  loading: "Loading the cases",
  executing: "Executing runs",
  judging: "Judging outputs",
  aggregating: "Aggregating scores",
  refining: "Refining the prompt",
  reviewing: "Human review",
};

const MOVING: readonly IterationState[] = ["pending", "executing", "judging", "aggregating", "refining"];

/** Whether it still changes without an action of a person. */
export function isMoving(state: IterationState): boolean {
  return MOVING.includes(state);
}

export function mayPauseIteration(state: IterationState): boolean {
  return state === "executing" || state === "judging";
}

export function mayCancelIteration(state: IterationState): boolean {
  return state === "pending" || state === "executing" || state === "judging" || state === "paused";
}

/** Whether it has ended, successfully or not. */
export function isOver(state: IterationState): boolean {
  return state === "completed" || state === "failed" || state === "cancelled";
}
