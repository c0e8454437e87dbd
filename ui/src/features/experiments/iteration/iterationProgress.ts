/** How far an iteration is, in numbers and in words. Pure. */
import { duration } from "@/features/runs";
import { STAGE_WORDS } from "../experimentStates";
import type { Iteration, IterationStage } from "../types";

export interface Total {
  done: number;
  total: number;
  failed: number;
}

export function totalOf({ targets }: Pick<Iteration, "targets">): Total {
  return targets.reduce(
    (sum, { done, total, failed }) => ({
      done: sum.done + done,
      total: sum.total + total,
      failed: sum.failed + failed,
    }),
    { done: 0, total: 0, failed: 0 },
  );
}

export interface Moment {
  at: string;
  kind: "info" | "warning" | "error";
  text: string;
}

/** Everything that happened, the newest first: when each stage began, and what was noted on the way. */
export function momentsOf({ notes, stages }: Pick<Iteration, "notes" | "stages">): Moment[] {
  const begun = stages.flatMap(({ stage, began }): Moment[] =>
    began === null ? [] : [{ at: began, kind: "info", text: STAGE_WORDS[stage] }],
  );
  // What was noted at the moment when a stage began is a result of the stage before it.
  return [...notes, ...begun].toSorted((one, other) => one.at.localeCompare(other.at)).toReversed();
}

/** In whole percent, and a hundred only when all is done. */
export function shareText(done: number, total: number): string {
  return `${total > 0 ? Math.floor((done / total) * 100) : 0}%`;
}

/** How long a stage took, or has taken until now. */
export function stageTime({ state, began, ended }: IterationStage, now: number): string | null {
  if (began === null || state === "waiting" || state === "skipped") return null;
  const until = ended === null ? (state === "running" ? now : null) : new Date(ended).getTime();
  if (until === null) return null;
  const seconds = Math.max(0, (until - new Date(began).getTime()) / 1_000);
  return seconds < 1 && state === "done" ? "under 1 s" : duration(seconds);
}
