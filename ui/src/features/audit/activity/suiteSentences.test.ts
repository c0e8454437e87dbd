import { expect, it } from "vitest";
import { suiteNews } from "./suiteSentences";

it("tells what happened to suites and executions", () => {
  expect(suiteNews({ type: "suite.created", data: { name: "Nightly" } })).toBe("saved the suite “Nightly”");
  expect(suiteNews({ type: "suite.changed", data: { name: "Nightly", changed: ["name", "recipe"] } })).toBe(
    "changed the name and the recipe of the suite “Nightly”",
  );
  expect(suiteNews({ type: "suite.changed", data: { name: "Nightly", state: "paused", pause_reason: "budget" } })).toBe(
    "paused the suite “Nightly”: the daily limit is spent",
  );
  expect(suiteNews({ type: "suite.changed", data: { state: "active" } })).toBe("resumed a suite");
  expect(suiteNews({ type: "execution.started", data: { name: "Nightly", number: 4, trigger: "schedule" } })).toBe(
    "started run 4 of the suite “Nightly”, on schedule",
  );
  expect(suiteNews({ type: "execution.finished", data: { number: 4, state: "refused", problem: "No money" } })).toBe(
    "could not start run 4 of a suite: No money",
  );
  expect(suiteNews({ type: "token.created", data: {} })).toBeNull();
});
