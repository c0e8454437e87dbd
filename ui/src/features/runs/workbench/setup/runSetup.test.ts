import { describe, expect, it } from "vitest";
import type { Dataset, Model, RunReport } from "@/api/types";
import { toOrder } from "@/features/runs";
import {
  distinctModels,
  EMPTY_SETUP,
  firstSetup,
  isWhole,
  METRICS,
  newTarget,
  nextMetric,
  readSetup,
  setupOfRun,
  toForm,
} from "./runSetup";

const model = (id: string, part: Partial<Model> = {}) =>
  ({
    id,
    name: id,
    title: id,
    provider: "OPENAI",
    credential_label: "Key",
    price: {},
    missing: false,
    deprecated: false,
    ...part,
  }) as Model;
const dataset = (name: string, columns: string[], cases = 3) => ({ id: name, name, columns, cases }) as Dataset;
const column = (id: string, parameters: Record<string, unknown> = {}) => ({
  prompt_id: "p",
  prompt_name: "P",
  version: 2,
  model_id: id,
  model_name: id,
  provider: "OPENAI",
  credential_label: "Key",
  parameters,
});
const run = (part: object = {}) =>
  ({
    plan: {
      columns: [column("small"), column("large", { temperature: 0.5 })],
      dataset_id: "d",
      dataset_name: "D",
      dataset_version: 4,
      choice: { split: null, tags: [], first: null },
      trials: 3,
      reuse: false,
      timeout_s: null,
    },
    scorers: [
      { kind: "exact", spec: { kind: "exact" } },
      { kind: "grader", spec: { kind: "grader", prompt: "g", model: "judge", version: 2 } },
    ],
    budget: { limit_usd: "1.50" },
    ...part,
  }) as unknown as RunReport;

describe("the first time", () => {
  it("takes the newest dataset that has all variables, and the first model that can be used", () => {
    const datasets = [
      dataset("empty", ["question"], 0),
      dataset("other", ["city"]),
      dataset("fits", ["question", "context"]),
      dataset("older", ["question"]),
    ];
    const setup = firstSetup(["question"], datasets, [model("free", { price: null }), model("priced")]);
    expect(setup.dataset).toEqual({ id: "fits", name: "fits" });
    expect(setup.targets.map((target) => target.model.id)).toEqual(["priced"]);
  });
  it("takes no dataset for a prompt without variables", () => {
    expect(firstSetup([], [dataset("any", ["x"])], []).dataset).toBeNull();
  });
  it("counts a model under two keys once", () => {
    const models = [
      model("1", { name: "a" }),
      model("2", { name: "a" }),
      model("3", { name: "a", provider: "ANTHROPIC" }),
      model("4", { name: "b", deprecated: true }),
    ];
    expect(distinctModels(models).map(({ id }) => id)).toEqual(["1", "3", "4"]);
  });
});

describe("the choices of an earlier run", () => {
  it("become the next ones: grader apart, newest versions, budget as typed", () => {
    const setup = setupOfRun(run(), [model("judge", { title: "The judge" }), model("small", { title: "Small" })]);
    expect(setup.targets.map((target) => target.model.title)).toEqual(["Small", "large"]);
    expect(setup.targets[1]?.parameters).toEqual({ temperature: "0.5" });
    expect(setup.grader).toMatchObject({ prompt: "g", model: { title: "The judge" } });
    expect(setup.scorers.map(({ kind }) => kind)).toEqual(["exact"]);
    expect(setup).toMatchObject({ dataset: { id: "d", name: "D" }, trials: "3", budgetUsd: "1.5", reuse: false });
  });
  it("keep a grader whose model is gone as a scorer, so that nothing is lost unseen", () => {
    const setup = setupOfRun(run(), []);
    expect(setup.grader).toBeNull();
    expect(setup.scorers.map(({ kind }) => kind)).toEqual(["exact", "grader"]);
  });
});

describe("the order", () => {
  it("runs the draft, with the grader before other scorers", () => {
    const judge = model("judge");
    const setup = {
      ...EMPTY_SETUP,
      targets: [newTarget(model("small"))],
      grader: { prompt: "g", model: judge },
      scorers: [{ key: 1, kind: "exact", values: {} }],
      budgetUsd: "2",
    };
    expect(toOrder(toForm(setup, "p"))).toMatchObject({
      versions: [{ prompt: "p" }],
      targets: [{ model: "small" }],
      dataset: null,
      scorers: [{ kind: "grader", prompt: "g", model: "judge" }, { kind: "exact" }],
      budget_usd: "2",
      trials: 1,
    });
  });
});

describe("what this browser remembers", () => {
  it("comes back as it was, with keys of its own", () => {
    const setup = {
      ...EMPTY_SETUP,
      dataset: { id: "d", name: "D" },
      targets: [newTarget(model("small")), newTarget(model("small"))],
    };
    const read = readSetup(JSON.stringify(setup));
    expect(isWhole(read)).toBe(true);
    expect(read?.targets?.map((target) => target.model.id)).toEqual(["small", "small"]);
    expect(new Set(read?.targets?.map(({ key }) => key)).size).toBe(2);
  });
  it("is dropped as far as it cannot be read", () => {
    expect(readSetup(null)).toBeNull();
    expect(readSetup("{")).toBeNull();
    expect(readSetup("5")).toBeNull();
    expect(readSetup(JSON.stringify({ targets: [{ model: 5 }, null], trials: 3, dataset: "x", grader: {} }))).toEqual({
      targets: [],
    });
    expect(isWhole(readSetup(JSON.stringify({ trials: "2" })))).toBe(false);
  });
});

it("metrics go round", () => {
  expect(METRICS.map(nextMetric)).toEqual(["tokens", "cost", "latency", "grade"]);
});
