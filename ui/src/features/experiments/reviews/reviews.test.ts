import { describe, expect, it } from "vitest";
import { counterexample } from "./cases/counterexample";
import { emptyBecause, toggled, wholeOf, wishOf } from "./reviewDraft";
import type { Exemplar, Guardrail, Hunk, Suggestion } from "./types";
import { countLines, failedFirst, guardrailSummary, hunkText, mayInsist, measureOf } from "./reviewPhrasing";

const hunk = (index: number): Hunk => ({
  index,
  header: "@@ -1,1 +1,1 @@",
  lines: [
    { kind: "-", text: "a" },
    { kind: "+", text: "b" },
    { kind: " ", text: "c" },
  ],
});
const suggestion = { hunks: [hunk(0), hunk(1)], proposed_text: "new", base: { text: "old" } } as Suggestion;
const rule = (name: string, passed: boolean): Guardrail => ({
  rule: name,
  passed,
  found: 0.123,
  limit: 0.15,
  sentence: "",
});

describe("what a reviewer is about to approve", () => {
  it("is the suggestion itself until something is left out or written", () => {
    const whole = wholeOf(suggestion);
    expect(wishOf(suggestion, whole)).toBeNull();
    expect(wishOf(suggestion, toggled(whole, 0))).toEqual({ hunks: [1] });
    expect(wishOf(suggestion, toggled(toggled(whole, 0), 0))).toBeNull();
    expect(wishOf(suggestion, { ...whole, text: "mine" })).toEqual({ text: "mine" });
    // Opened and left as it was proposed: nobody's own words.
    expect(wishOf(suggestion, { ...whole, text: "new" })).toBeNull();
  });

  it("cannot be nothing", () => {
    expect(emptyBecause(suggestion, { chosen: [], text: null })).toMatch(/No change is chosen/);
    expect(emptyBecause(suggestion, { chosen: [0], text: "old" })).toMatch(/is the same as the current prompt/);
    expect(emptyBecause(suggestion, wholeOf(suggestion))).toBeNull();
  });
});

describe("guardrails in words", () => {
  it("tell what failed first, and shares as percent", () => {
    const list = [rule("applies", true), rule("lines", false)];
    expect(failedFirst(list).map((each) => each.rule)).toEqual(["lines", "applies"]);
    expect(guardrailSummary(list)).toBe("1 of 2 guardrails fails");
    expect(measureOf(rule("lines", false))).toBe("12.3 % of 15 %");
  });

  it("can be overruled by size only, and only for one's own words", () => {
    expect(mayInsist([rule("lines", false)], true)).toBe(true);
    expect(mayInsist([rule("lines", false)], false)).toBe(false);
    expect(mayInsist([rule("lines", false), rule("variables", false)], true)).toBe(false);
    expect(mayInsist([rule("lines", true)], true)).toBe(false);
  });

  it("count lines and write a hunk as a diff does", () => {
    expect(countLines([hunk(0), hunk(1)])).toEqual({ added: 2, removed: 2 });
    expect(hunkText(hunk(0))).toEqual(["@@ -1,1 +1,1 @@", "-a", "+b", " c"]);
  });
});

describe("a counterexample", () => {
  const exemplar = { input: "Where is it?" } as Exemplar;

  it("begins as the case that failed, or as what is remembered of it", () => {
    const like = {
      values: { q: "Why?" },
      expected: "So",
      tags: ["a"],
      difficulty: 2,
      metadata: { from: 1 },
      split: "train" as const,
    };
    const dataset = { columns: ["q"], holdout_locked: true };
    expect(counterexample(exemplar, like, dataset)).toEqual({ ...like, tags: ["a", "counterexample"], metadata: {} });
    expect(counterexample(exemplar, null, dataset).values).toEqual({ q: "Where is it?" });
    // What is locked cannot be added to.
    expect(counterexample(exemplar, { ...like, split: "holdout" }, dataset).split).toBe("none");
  });
});
