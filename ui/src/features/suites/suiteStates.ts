/** The states of suites and executions, in words. Pure. */
import type { Tone } from "@/shared/ui/Badge";
import type { ExecutionState, SuiteState, Trigger } from "./types";

export const SUITE_WORDS: Record<SuiteState, string> = { active: "Active", paused: "Paused", archived: "Archived" };
export const SUITE_TONES: Record<SuiteState, Tone> = { active: "success", paused: "warning", archived: "neutral" };
export const SUITE_STATES = Object.keys(SUITE_WORDS) as readonly SuiteState[];

export const EXECUTION_WORDS: Record<ExecutionState, string> = {
  running: "Running",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
  refused: "Not started",
  missed: "Missed",
};

export const EXECUTION_TONES: Record<ExecutionState, Tone> = {
  running: "info",
  completed: "success",
  failed: "error",
  cancelled: "neutral",
  refused: "warning",
  missed: "warning",
};

export const TRIGGER_WORDS: Record<Trigger, string> = {
  manual: "by hand",
  schedule: "on schedule",
  api: "through the API",
};

/** The field that a problem with the limit per day names. */
export const DAILY_LIMIT = "daily_limit_usd";

const REASONS: Record<string, string> = {
  budget: "The daily limit was spent",
  not_ready: "The suite was not ready to run",
  no_worker: "No worker was running",
  overlap: "The previous run was still running",
  server_down: "The server was down",
  stopped_for_long: "The server was down for a long time",
};

/** Why an execution has no run, if the server sent no sentence for it. */
export function reasonWords(reason: string | null): string | null {
  if (reason === null) return null;
  return REASONS[reason] ?? reason.replaceAll("_", " ");
}

/** What changed since the execution before, by kind. */
export const CHANGE_WORDS: Record<string, string> = {
  prompt: "Prompt",
  dataset: "Dataset",
  judge: "Judge",
  model: "Model",
  targets: "Models",
  scorers: "Scorers",
};

/** 5 h 12 min, 48 min: how long until something, to the minute. */
export function untilWords(at: string, now: Date): string {
  const minutes = Math.max(1, Math.ceil((new Date(at).getTime() - now.getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** When the day's money comes back: days end at midnight UTC, wherever people are. */
export function nextMidnight(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString();
}
