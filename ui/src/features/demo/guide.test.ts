import { describe, expect, it } from "vitest";
import type { DemoProgress } from "@/api/types";
import { GUIDE_STEPS, guideLinks, isReachable } from "./guideSteps";
import { readGuideState } from "./useGuideState";

const LINKS: DemoProgress["links"] = {
  prompt: "p",
  dataset: null,
  judge: null,
  baseline_run: "r1",
  improved_run: "r2",
  suite: null,
  monitor: null,
  careless_run: null,
  own_run: null,
  alert: null,
  experiment: null,
  suggestion: null,
  leaderboard: null,
};

const stepsDone = (...keys: string[]): Pick<DemoProgress, "steps"> => ({
  steps: ["comparison", "alert", "passport", "experiment"].map((key) => ({
    key,
    title: key,
    state: keys.includes(key) ? "done" : "working",
    problem: null,
  })),
});

describe("the guide", () => {
  it("has a page for each step, once the demo has created what it shows", () => {
    const links = guideLinks("demo", LINKS);
    expect(links).toHaveLength(GUIDE_STEPS.length);
    expect(links[0]).toMatchObject({ search: { run: "r2", baseline: "r1" } });
    expect(links.slice(1, 4)).toEqual([null, null, null]);
    expect(links[4]).toMatchObject({ search: { baseline: "production" } });
  });

  it("opens a step when the server's step is done", () => {
    expect(isReachable(0, stepsDone("comparison"))).toBe(true);
    expect(isReachable(4, stepsDone("comparison"))).toBe(false);
  });

  it.each([
    [null, { at: 0, hidden: false }],
    ["nonsense", { at: 0, hidden: false }],
    ['{"at":9,"hidden":true}', { at: 5, hidden: true }],
    ['{"at":2,"hidden":false}', { at: 2, hidden: false }],
  ])("remembers %s as a state", (text, state) => expect(readGuideState(text)).toEqual(state));
});
