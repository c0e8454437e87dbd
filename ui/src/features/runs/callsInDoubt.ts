/** What a run says about calls that were on their way when a worker stopped. */
import type { RunReport } from "@/api/types";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";

type Doubt = NonNullable<RunReport["doubt"]>;

const CLOCK = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hour12: false });

export function isOutOfBudget({ state, pause_reason: why }: Pick<RunReport, "state" | "pause_reason">): boolean {
  return state === "paused" && (why === "budget" || why === "tokens");
}

/** Whether the run's own budget stopped it, so that changing that budget helps. */
export function hasOwnLimit({ stopped_by: scope }: Pick<RunReport, "stopped_by">): boolean {
  return scope === null || scope === "run";
}

/** Whether the budget counts more for lost calls than they probably cost, so that a person can decide. */
export function isCountedAtWorst(doubt: Doubt): boolean {
  return (readMoney(doubt.counted_usd) ?? 0) > (readMoney(doubt.probable_usd) ?? 0);
}

/** Whether counting lost calls at their worst paused the run. One notice then explains both. */
export function isPausedForDoubt(run: Pick<RunReport, "state" | "pause_reason" | "doubt">): boolean {
  return isOutOfBudget(run) && run.doubt !== null && isCountedAtWorst(run.doubt);
}

export function doubtWords(doubt: Doubt): { fact: string; counted: string } {
  const [worst, probable, counted] = [doubt.worst_usd, doubt.probable_usd, doubt.counted_usd].map((text) =>
    formatMoney(readMoney(text)),
  );
  const at = CLOCK.format(new Date(doubt.last_stop));
  const stops =
    doubt.stops === 1 ? `a worker stopped at ${at}` : `workers stopped (${doubt.stops} times, the last at ${at})`;
  const were = doubt.calls === 1 ? "was" : "were";
  const they = doubt.calls === 1 ? "it costs" : "they cost";
  return {
    fact:
      `${countOf(doubt.calls, "call")} ${were} in progress when ${stops}. At worst ${they} ${worst}, ` +
      `probably ${probable} (estimated from other answers of the same target).`,
    counted: `The budget counts ${counted}. Cells whose answer was lost are run again.`,
  };
}
