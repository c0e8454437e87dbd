/** What retention does and what the next night will do, in words. */
import type { Retention } from "@/api/types";
import { countOf, formatBytes } from "@/shared/format/quantities";

/** Exactly what happens at an age; 0 is for ever. */
export function sayRule(days: number): string {
  if (days === 0) return "No data is deleted because of its age.";
  return (
    `Runs that finished more than ${countOf(days, "day")} ago are deleted every night, with their answers and scores. ` +
    "Playground calls, assistant calls, events, deliveries and resolved alerts of that age are deleted too. " +
    "Reports still show all costs."
  );
}

export const WHAT_STAYS =
  "These runs are not deleted: runs that someone keeps, baselines and recent runs of monitors, runs on a leaderboard, runs with labels " +
  "by people, and runs that an experiment's result relies on.";

const REASONS: Record<Retention["kept"][number]["because"], string> = {
  person: "kept by a person",
  baseline: "baseline of a monitor",
  frozen_answers: "frozen answers of a suite",
  leaderboard: "on a leaderboard",
  labels: "labelled by people",
  experiment: "part of an experiment's result",
  monitor: "recent runs of a monitor or suite",
};

export function sayNight(found: Retention): string {
  if (found.days === 0) return "The next night deletes nothing.";
  const calls = found.playground_calls + found.assistant_calls;
  const parts = [
    found.runs > 0 &&
      `${countOf(found.runs, "run")} with ${countOf(found.cells, "cell")} and ${countOf(found.answers, "answer")} ` +
        `(about ${formatBytes(found.bytes)})`,
    calls > 0 && countOf(calls, "single call"),
    found.events > 0 && countOf(found.events, "event"),
    found.deliveries > 0 && countOf(found.deliveries, "delivery", "deliveries"),
    found.executions > 0 && `${countOf(found.executions, "suite run")} that never started`,
    found.alerts > 0 && countOf(found.alerts, "resolved alert"),
  ].filter((part): part is string => part !== false);
  if (parts.length === 0 && found.kept.length > 0) return "The next night deletes nothing.";
  if (parts.length === 0) return "The next night deletes nothing: no data is that old.";
  return `The next night deletes ${parts.join(", ")}.`;
}

export function sayKept(found: Retention): string | null {
  if (found.kept.length === 0) return null;
  const runs = found.kept.reduce((sum, { runs: some }) => sum + some, 0);
  const reasons = found.kept.map(({ because, runs: some }) => `${some.toLocaleString("en")} ${REASONS[because]}`);
  return `${countOf(runs, "run")} of that age ${runs === 1 ? "is" : "are"} kept: ${reasons.join(", ")}.`;
}
