import { describe, expect, it } from "vitest";
import { combinations, gridProblems, toGrid } from "./parameterGrid";
import { EMPTY_RUN, problemAt, problemsToMark, type RunForm, toOrder, typedProblems } from "./runForm";
import { fieldsOf, specProblems, specSummary, valueOf, withValue } from "./schemaFields";

const model = { id: "m", title: "M", name: "m", provider: "SIMULATED", credential_label: "key" } as const;
const filled: RunForm = {
  ...EMPTY_RUN,
  versions: [
    { key: 1, prompt: "p", version: "draft" },
    { key: 2, prompt: "p", version: "3" },
    { key: 3, prompt: "p", version: "label:production" },
  ],
  dataset: { id: "d", name: "D" },
  first: "10",
  targets: [{ key: 4, model, parameters: { max_tokens: "60" }, grid: { temperature: "0, 0.5,0.5" } }],
  scorers: [{ key: 5, kind: "exact", values: { ignore_case: true } }],
  budgetUsd: "1.5",
};

describe("an order", () => {
  it("names versions by draft, number or label", () => {
    expect(toOrder(filled).versions).toEqual([
      { prompt: "p" },
      { prompt: "p", number: 3 },
      { prompt: "p", label: "production" },
    ]);
  });
  it("asks for caching unless it is turned off", () => {
    expect(toOrder(filled).prompt_caching).toBe(true);
    expect(toOrder({ ...filled, promptCaching: false }).prompt_caching).toBe(false);
  });
  it("carries targets, scorers and limits", () => {
    const order = toOrder(filled);
    expect(order.targets).toEqual([{ model: "m", parameters: { max_tokens: 60 }, grid: { temperature: [0, 0.5] } }]);
    expect(order.scorers).toEqual([{ kind: "exact", ignore_case: true }]);
    expect(order).toMatchObject({
      budget_usd: "1.5",
      budget_tokens: null,
      trials: 1,
      dataset: "d",
      dataset_version: null,
    });
    expect(order.choice).toMatchObject({ first: 10, split: null, tags: [] });
  });
  it("forgets the choice of cases with the dataset", () => {
    expect(toOrder({ ...filled, dataset: null }).choice).toMatchObject({ first: null, tags: [] });
  });
});

describe("problems", () => {
  it("are all found at once", () => {
    const wrong = typedProblems({
      ...filled,
      trials: "0",
      budgetUsd: "0.001",
      timeout: "x",
      targets: [{ key: 1, model, parameters: { temperature: "9" }, grid: { top_p: "2" } }],
    });
    expect(wrong.map(({ field }) => field)).toEqual([
      "trials",
      "budget_usd",
      "timeout_s",
      "targets.0.parameters.temperature",
      "targets.0.grid.top_p",
    ]);
    expect(typedProblems(filled)).toEqual([]);
  });
  it("that only say what is missing wait until someone tries", () => {
    const told = [
      { code: "no_model", field: "targets", message: "No model" },
      { code: "no_price", field: "targets.0", message: "No price" },
    ];
    expect(problemsToMark(told, false)).toHaveLength(1);
    expect(problemsToMark(told, true)).toHaveLength(2);
    expect(problemAt(told, "targets")).toBe("No model");
    expect(problemAt(told, "targets", true)).toBe("No model. No price");
    expect(problemAt(told, "dataset")).toBeUndefined();
  });
});

describe("grids", () => {
  it("multiply", () => {
    expect(combinations({ temperature: "0, 1", reasoning_effort: "low,high" })).toBe(4);
    expect(combinations({})).toBe(1);
    expect(toGrid({ reasoning_effort: "low" })).toEqual({ reasoning_effort: ["low"] });
    expect(gridProblems({ temperature: "0, x" }).temperature).toContain("x");
    expect(gridProblems({ reasoning_effort: "huge" }).reasoning_effort).toContain("huge");
  });
});

describe("a scorer's schema", () => {
  const schema = {
    properties: {
      kind: { const: "x", type: "string" },
      name: { type: "string", default: "", title: "Name" },
      value: { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Text" },
      texts: { type: "array", items: { type: "string" }, default: [], title: "Texts" },
      pass_at: { type: "number", default: 0.5, minimum: 0, maximum: 1, title: "Pass at" },
      mode: { enum: ["all", "any"], default: "all", type: "string", title: "How many" },
      negate: { type: "boolean", default: false, title: "Must not" },
      model: { type: "string", format: "uuid", title: "Model" },
      rules: { type: "array", items: { $ref: "#/x" }, title: "Rules" },
    },
    required: ["model"],
  };
  it("becomes fields", () => {
    const { usual, rare } = fieldsOf(schema);
    expect(usual.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "value text",
      "texts texts",
      "pass_at number",
      "mode choice",
      "negate boolean",
      "model model",
      "rules json",
    ]);
    expect(rare.map(({ name }) => name)).toEqual(["name"]);
    expect(usual[0]?.nullable).toBe(true);
    expect(usual[3]?.choices).toEqual(["all", "any"]);
  });
  it("asks for the kind of model that the scorer needs", () => {
    const of = (kind: string) =>
      fieldsOf({ properties: { kind: { const: kind }, model: { type: "string", format: "uuid" } } }).usual[0]?.role;
    expect(of("semantic_similarity")).toEqual({ label: "Embedding model", usual: "embed" });
    expect(of("moderation")?.usual).toBe("moderation");
    expect(of("grader")).toEqual({ label: "Model of the grader", usual: "" });
  });
  it("leave out what only an exam of a judge sets", () => {
    const count = { type: "integer", title: "Count" };
    const judge = {
      properties: { judge: { type: "string", title: "Judge" }, exam: count, cells: count, skips: count },
    };
    const { usual, rare } = fieldsOf(judge);
    expect([...usual, ...rare].map(({ name }) => name)).toEqual(["judge"]);
  });
  it("keeps only what was set", () => {
    const field = fieldsOf(schema).usual[2]!;
    expect(valueOf(field, {})).toBe(0.5);
    expect(withValue({ a: 1 }, "a", undefined)).toEqual({});
    expect(specSummary(schema, { negate: true, pass_at: 0.9 })).toBe("Pass at: 0.9 · Must not");
  });
  it("knows what would be refused", () => {
    expect(specProblems(schema, { pass_at: 2 })).toEqual({ pass_at: "At most 1", model: "Choose one" });
    expect(specProblems(schema, { model: "m", rules: "[oops" })).toEqual({ rules: "This is not JSON" });
  });
});
