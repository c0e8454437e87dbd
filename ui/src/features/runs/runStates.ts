/** The states of a run and of a cell, in words. Pure. */
import type { CellState, RunReport, RunState } from "@/api/types";
import { readMoney } from "@/shared/format/quantities";
import type { Tone } from "@/shared/ui/Badge";

export const STATE_WORDS: Record<RunState, string> = {
  pending: "Loading",
  executing: "Running",
  judging: "Judging",
  aggregating: "Aggregating",
  refining: "Refining",
  reviewing: "In review",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
  paused: "Paused",
};

export const STATE_TONES: Record<RunState, Tone> = {
  pending: "info",
  executing: "info",
  judging: "info",
  aggregating: "info",
  refining: "info",
  reviewing: "lilac",
  completed: "success",
  failed: "error",
  cancelled: "neutral",
  paused: "warning",
};

/** What people look for in a list: one word for several states. */
export const STATE_GROUPS = {
  active: ["pending", "executing", "judging", "aggregating", "refining", "reviewing"],
  paused: ["paused"],
  completed: ["completed"],
  stopped: ["failed", "cancelled"],
} as const satisfies Record<string, readonly RunState[]>;

export type StateGroup = keyof typeof STATE_GROUPS;
export const GROUP_NAMES = Object.keys(STATE_GROUPS) as readonly StateGroup[];
export const GROUP_WORDS: Record<StateGroup, string> = {
  active: "Running",
  paused: "Paused",
  completed: "Completed",
  stopped: "Stopped",
};

const WORKING: readonly RunState[] = STATE_GROUPS.active;

/** Whether it still changes without an action of a person. */
export function isWorking(state: RunState): boolean {
  return WORKING.includes(state);
}

export function mayPause(state: RunState): boolean {
  return state === "executing" || state === "judging";
}

export function mayCancel(state: RunState): boolean {
  return state === "pending" || state === "executing" || state === "judging" || state === "paused";
}

/** A cancelled run is over for good; a failed or finished one can be opened again. */
export function mayGoOn(state: RunState): boolean {
  return state !== "cancelled";
}

const HELD: Record<NonNullable<RunReport["pause_reason"]>, string> = {
  person: "Paused",
  budget: "Paused: the budget is reached",
  tokens: "Paused: the token limit is reached",
  credential: "Blocked: the key was refused",
  batch: "Paused: a batch was lost",
};

/** Why a waiting cell is not called; null if it is only queued. */
export function idleWords(run: Pick<RunReport, "state" | "pause_reason" | "waiting_for_worker">): string | null {
  if (run.waiting_for_worker) return "Waiting for a worker";
  if (run.state === "paused") return HELD[run.pause_reason ?? "person"];
  return isWorking(run.state) ? null : "Not called";
}

export const CELL_WORDS: Record<CellState, string> = {
  open: "Waiting",
  calling: "Calling",
  answered: "Answered",
  malformed: "Malformed",
  failed: "Failed",
};

export type StageState = "done" | "now" | "waiting" | "stopped";
export interface Stage {
  name: string;
  state: StageState;
  note: string | null;
}

const STAGES = ["Loading", "Executing", "Judging", "Aggregating", "Completed"] as const;
const STAGE_OF: Partial<Record<RunState, number>> = {
  pending: 0,
  executing: 1,
  judging: 2,
  aggregating: 3,
  refining: 3,
  reviewing: 3,
};

/** How far the run is; a stage that stopped half-way says so. */
export function stagesOf(run: Pick<RunReport, "state" | "progress" | "scorers">): Stage[] {
  const total = sum(run.progress.map((column) => column.total));
  const open = sum(run.progress.map((column) => column.open));
  const ended = run.state === "completed";
  const stopped = run.state === "paused" || run.state === "failed" || run.state === "cancelled";
  // A run that stopped does not say where: its cells do.
  const at = STAGE_OF[run.state] ?? (ended ? STAGES.length : open > 0 ? 1 : 2);
  return STAGES.map((name, index) => {
    const state: StageState = ended || index < at ? "done" : index > at ? "waiting" : stopped ? "stopped" : "now";
    const share =
      name === "Executing" && total > 0 && state !== "waiting"
        ? `${Math.floor(((total - open) / total) * 100)}%`
        : null;
    return { name, state, note: name === "Judging" && run.scorers.length === 0 ? "no scorers" : share };
  });
}

interface Totals {
  total: number;
  done: number;
  answered: number;
  malformed: number;
  failed: number;
  reused: number;
}

/** What providers billed: what was settled, and what the limit could not prevent. */
export function spentOf(budget: Pick<RunReport["budget"], "settled_usd" | "beyond_limit_usd">): number {
  return (readMoney(budget.settled_usd) ?? 0) + (readMoney(budget.beyond_limit_usd) ?? 0);
}

export function totalsOf(run: Pick<RunReport, "progress">): Totals {
  const of = (name: "total" | "answered" | "malformed" | "failed" | "reused") =>
    sum(run.progress.map((column) => column[name]));
  const [answered, malformed, failed] = [of("answered"), of("malformed"), of("failed")];
  return { total: of("total"), done: answered + malformed + failed, answered, malformed, failed, reused: of("reused") };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
