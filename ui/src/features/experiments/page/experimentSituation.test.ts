import { expect, test } from "vitest";
import type { Experiment } from "../types";
import { situationOf } from "./experimentSituation";

function ended(kind: string): Experiment {
  return { state: "completed", recent: [], problems: [], end: { kind, reason: "It ended." } } as unknown as Experiment;
}

test("an end without suggestions is no success, and leads to the prompt and a new experiment", () => {
  const found = situationOf(ended("no_refinement"));
  expect([found.tone, found.action]).toEqual(["warning", "restart"]);
  expect(found.title).toBe("Ended without a suggestion");
});

test("an experiment that converged is completed", () => {
  const found = situationOf(ended("converged"));
  expect([found.tone, found.action, found.text]).toEqual(["success", "report", "It ended."]);
});
