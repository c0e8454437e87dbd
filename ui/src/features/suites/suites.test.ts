import { describe, expect, it } from "vitest";
import { staleSuites } from "./events";
import { filterOf } from "./list/suiteFilters";
import { nextMidnight, reasonWords, untilWords } from "./suiteStates";
import { choiceWords, datasetWords, listed, promptWords, thresholdWords } from "./recipePhrasing";

describe("words of a recipe", () => {
  const prompt = { prompt_name: "Answers", version: null, label: null, resolved: 4 };
  it("say whether a version stays or is followed", () => {
    expect(promptWords({ ...prompt, version: 2, resolved: 2 })).toBe("Answers v2");
    expect(promptWords(prompt)).toBe("Answers · newest (v4)");
    expect(promptWords({ ...prompt, label: "production", resolved: 3 })).toBe("Answers · production (v3)");
    expect(promptWords({ ...prompt, label: "production", resolved: null })).toBe("Answers · production (none yet)");
    expect(datasetWords({ name: "Cases", version: null, newest: 7 })).toBe("Cases · newest (v7)");
    expect(datasetWords({ name: "Cases", version: 3, newest: 7 })).toBe("Cases v3");
  });
  it("say which cases take part, and nothing when all do", () => {
    expect(choiceWords({ split: null, tags: [], first: null, ids: [] })).toBeNull();
    expect(choiceWords({ split: "holdout", tags: ["hard", "long"], first: 10, ids: [] })).toBe(
      "hold-out only, tagged hard and long, the first 10",
    );
  });
  it("say what is good enough, for all scorers and for one", () => {
    expect(thresholdWords({ score: null, pass_rate: null, cost_usd: null, latency_p95_ms: null, scorers: [] })).toEqual(
      [],
    );
    expect(
      thresholdWords({
        score: 0.7,
        pass_rate: 0.925,
        cost_usd: 0.5,
        latency_p95_ms: 2_000,
        scorers: [{ scorer: "Tone", mean: 0.8, pass_share: null }],
      }),
    ).toEqual([
      { name: "Score", text: "at least 0.7" },
      { name: "Pass rate", text: "at least 92.5%" },
      { name: "Cost", text: "at most $0.5" },
      { name: "Latency, 95%", text: "at most 2,000 ms" },
      { name: "Tone", text: "mean at least 0.8" },
    ]);
  });
  it("list things as people do", () => {
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(listed)).toEqual(["", "a", "a and b", "a, b and c"]);
  });
});

describe("the day", () => {
  it("ends at midnight UTC, wherever people are", () => {
    expect(nextMidnight(new Date("2026-12-31T23:30:00-05:00"))).toBe("2027-01-02T00:00:00.000Z");
    expect(untilWords("2026-11-17T00:00:00Z", new Date("2026-11-16T18:47:30Z"))).toBe("5 h 13 min");
    expect(untilWords("2026-11-17T00:00:00Z", new Date("2026-11-16T23:59:59Z"))).toBe("1 min");
  });
});

describe("reasons", () => {
  it("are words, also those nobody has heard of", () => {
    expect(reasonWords(null)).toBeNull();
    expect(reasonWords("overlap")).toBe("The previous run was still running");
    expect(reasonWords("moon_phase")).toBe("moon phase");
  });
});

describe("events", () => {
  it("make the suite they speak of be read again", () => {
    expect(staleSuites("p", { type: "execution.finished", data: { suite: "s1" } })).toEqual([
      ["suites", "p"],
      ["suite", "p", "s1"],
    ]);
    expect(staleSuites("p", { type: "suite.changed", data: { id: "s2" } })).toContainEqual(["suite", "p", "s2"]);
    expect(staleSuites("p", { type: "monitor.changed", data: { id: "m1", suite: "s3" } })).toContainEqual([
      "suite",
      "p",
      "s3",
    ]);
    expect(staleSuites("p", { type: "run.completed", data: { run: "r" } })).toEqual([["suite", "p"]]);
    expect(staleSuites("p", { type: "token.created", data: {} })).toEqual([]);
  });
});

describe("the address of the list", () => {
  it("keeps filters apart from what is opened", () => {
    expect(filterOf({ state: "paused", from: "run", file: true })).toEqual({ state: "paused" });
  });
});
