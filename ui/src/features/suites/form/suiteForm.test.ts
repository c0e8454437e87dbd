import { describe, expect, it } from "vitest";
import type { Suite } from "../types";
import { asOrderField, EMPTY_SUITE, formOfSuite, recipeOf, suiteProblems, usdProblem } from "./suiteForm";

const suite = {
  name: "Nightly",
  description: "Every night",
  daily_limit_usd: "2.500000",
  recipe: {
    prompts: [{ prompt: "p1", prompt_name: "Answers", version: null, label: "production", resolved: 3, gone: false }],
    dataset: { id: "d1", name: "Questions", version: null, newest: 4, cases: 20, gone: false },
    choice: { split: "holdout", tags: ["hard"], first: 5, ids: ["c1"] },
    targets: [
      {
        model: "m1",
        model_name: "small",
        provider: "OPENAI",
        credential_label: "Key",
        parameters: { temperature: 0.5 },
        gone: false,
      },
    ],
    scorers: [{ kind: "contains", ignore_case: false }],
    trials: 2,
    thresholds: {
      score: 0.7,
      pass_rate: 0.29,
      cost_usd: null,
      latency_p95_ms: 1_500,
      scorers: [{ scorer: "contains", mean: 0.8, pass_share: null }],
    },
    fallback: {
      model: "m2",
      model_name: "large",
      provider: "OPENAI",
      credential_label: "Key",
      parameters: {},
      gone: false,
    },
    run_budget_usd: "0.250000",
    timeout_s: 30,
    reuse: false,
    max_error_share: 0.1,
    delivery: "batch",
    after_expiry: "live",
  },
} as unknown as Suite;

describe("the form of a suite", () => {
  it("gives back the recipe it was filled with, also what has no field", () => {
    expect(recipeOf(formOfSuite(suite))).toEqual({
      prompts: [{ prompt: "p1", version: null, label: "production" }],
      dataset: { id: "d1", version: null },
      choice: { split: "holdout", tags: ["hard"], first: 5, ids: ["c1"] },
      targets: [{ model: "m1", parameters: { temperature: 0.5 } }],
      scorers: [{ kind: "contains", ignore_case: false }],
      trials: 2,
      thresholds: {
        score: 0.7,
        pass_rate: 0.29,
        cost_usd: null,
        latency_p95_ms: 1_500,
        scorers: [{ scorer: "contains", mean: 0.8, pass_share: null }],
      },
      fallback: { model: "m2", parameters: {} },
      run_budget_usd: "0.25",
      timeout_s: 30,
      reuse: false,
      max_error_share: 0.1,
      delivery: "batch",
      after_expiry: "live",
    });
  });
  it("keeps a pinned version pinned and a followed one followed", () => {
    const pinned = {
      ...suite,
      recipe: { ...suite.recipe, prompts: [{ ...suite.recipe.prompts[0], version: 2, label: null }] },
    } as unknown as Suite;
    expect(recipeOf(formOfSuite(pinned)).prompts).toEqual([{ prompt: "p1", version: 2, label: null }]);
    const newest = {
      ...suite,
      recipe: { ...suite.recipe, prompts: [{ ...suite.recipe.prompts[0], version: null, label: null }] },
    } as unknown as Suite;
    expect(recipeOf(formOfSuite(newest)).prompts).toEqual([{ prompt: "p1", version: null, label: "latest" }]);
  });
  it("asks anew each time and has a limit of a dollar a day, unless someone says otherwise", () => {
    expect(EMPTY_SUITE.reuse).toBe(false);
    expect(EMPTY_SUITE.dailyLimit).toBe("1.00");
  });
  it("says at once what cannot be", () => {
    const form = {
      ...EMPTY_SUITE,
      dailyLimit: "0",
      budgetUsd: "-1",
      thresholds: { score: "7", passRate: "101", costUsd: "0", latencyMs: "" },
    };
    expect(suiteProblems(form).map(({ field }) => field)).toEqual([
      "name",
      "daily_limit_usd",
      "run_budget_usd",
      "thresholds.score",
      "thresholds.pass_rate",
      "thresholds.cost_usd",
    ]);
    expect(suiteProblems({ ...EMPTY_SUITE, name: "Nightly" })).toEqual([]);
  });
  it("takes an amount or nothing for a limit", () => {
    expect(["", "0.01", "12"].map(usdProblem)).toEqual([undefined, undefined, undefined]);
    expect(usdProblem("0.001")).toContain("$0.01");
  });
  it("puts what the server says on the fields that people see", () => {
    expect(asOrderField("recipe.prompts.0.label")).toBe("versions.0.label");
    expect(asOrderField("dataset.id")).toBe("dataset");
    expect(asOrderField("targets.1.parameters.temperature")).toBe("targets.1.parameters.temperature");
  });
});
