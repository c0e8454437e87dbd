import { expect, test } from "vitest";
import { doubtWords, hasOwnLimit, isOutOfBudget, isPausedForDoubt } from "./callsInDoubt";

const DOUBT = {
  calls: 109,
  stops: 1,
  last_stop: "2026-11-17T14:02:00",
  worst_usd: "4.64",
  probable_usd: "0.16",
  counted_usd: "4.64",
};

test("says how many calls were lost, when, and what they cost at worst and probably", () => {
  expect(doubtWords(DOUBT).fact).toBe(
    "109 calls were in progress when a worker stopped at 14:02. At worst they cost $4.64, " +
      "probably $0.16 (estimated from other answers of the same target).",
  );
  expect(doubtWords(DOUBT).counted).toBe("The budget counts $4.64. Cells whose answer was lost are run again.");
});

test("says how often workers stopped", () => {
  expect(doubtWords({ ...DOUBT, calls: 1, stops: 3 }).fact).toBe(
    "1 call was in progress when workers stopped (3 times, the last at 14:02). At worst it costs $4.64, " +
      "probably $0.16 (estimated from other answers of the same target).",
  );
});

test.each([
  ["paused", "budget", true],
  ["paused", "tokens", true],
  ["paused", "person", false],
  ["executing", null, false],
] as const)("a run that is %s for %s is out of budget: %s", (state, pause_reason, expected) => {
  expect(isOutOfBudget({ state, pause_reason })).toBe(expected);
});

test.each([
  ["run", true],
  [null, true],
  ["project_day", false],
  ["project_month", false],
  ["suite_day", false],
  ["experiment", false],
] as const)("a budget of scope %s is the run's own: %s", (stopped_by, expected) => {
  expect(hasOwnLimit({ stopped_by })).toBe(expected);
});

test.each([
  ["paused", "budget", DOUBT, true],
  ["paused", "tokens", DOUBT, true],
  ["paused", "person", DOUBT, false],
  ["paused", "budget", { ...DOUBT, counted_usd: DOUBT.probable_usd }, false],
  ["paused", "budget", null, false],
  ["executing", null, DOUBT, false],
] as const)("a run that is %s for %s may be paused for calls in doubt", (state, pause_reason, doubt, expected) => {
  expect(isPausedForDoubt({ state, pause_reason, doubt })).toBe(expected);
});
