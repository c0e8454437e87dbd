import { describe, expect, it } from "vitest";
import type { Capabilities, Model, ModelUsage, Price, ProjectEvent, UsagePeriod } from "@/api/types";
import { correctionsOf, countProblem, knownWord, toCorrections } from "./capabilityForm";
import { type Catalog, reduceCatalog, staleModels } from "./events";
import { priceProblems, priceValuesOf, toPriceChange } from "./priceForm";
import { costWords, totalsOf, usagePoints } from "./usagePoints";

const period = (start: string, by: Partial<UsagePeriod> = {}): UsagePeriod => ({
  start,
  calls: 1,
  failed: 0,
  reused: 0,
  cost_unknown: 0,
  cost_usd: "0.25",
  saved_usd: "0",
  prompt_tokens: 10,
  completion_tokens: 5,
  latency_p50_ms: 100,
  latency_p95_ms: 200,
  ...by,
});

describe("use over time", () => {
  const now = new Date("2026-05-03T10:20:00Z");
  it("has a point for every hour, also those without calls", () => {
    const usage: ModelUsage = { step: "hour", items: [period("2026-05-03T09:00:00Z")] };
    const points = usagePoints(usage, 1, now);
    expect(points).toHaveLength(24);
    expect(points.at(-1)).toEqual({
      at: "2026-05-03T10:00:00.000Z",
      values: { p50: null, p95: null, cost: 0, answered: 0, failed: 0 },
    });
    expect(points.at(-2)?.values).toEqual({ p50: 100, p95: 200, cost: 0.25, answered: 1, failed: 0 });
  });
  it("has a point for every day of the server", () => {
    const usage: ModelUsage = { step: "day", items: [period("2026-05-03T00:00:00Z")] };
    const points = usagePoints(usage, 7, now);
    expect(points).toHaveLength(7);
    expect(points.at(-1)?.values["cost"]).toBe(0.25);
    expect(points[0]?.at).toBe("2026-04-27T00:00:00.000Z");
  });
  it("adds up, and keeps what is unknown apart", () => {
    const totals = totalsOf([period("a"), period("b", { cost_usd: "0", cost_unknown: 2, calls: 2, failed: 1 })]);
    expect(totals).toMatchObject({ calls: 3, failed: 1, costUnknown: 2, costUsd: 0.25, tokens: 30 });
    expect(costWords(totals)).toBe("$0.25 and unknown");
    expect(costWords({ costUsd: 0, costUnknown: 1 })).toBe("cost unknown");
    expect(costWords({ costUsd: 0, costUnknown: 0 })).toBe("$0.00");
  });
});

describe("corrections", () => {
  const model = {
    capabilities: { tools: true, seed: false, json_mode: true, context_window: 8192 } as Capabilities,
    corrections: ["seed", "context_window"],
  };
  it("start from what this project corrected, not from what was listed", () => {
    const values = correctionsOf(model);
    expect(values.abilities).toMatchObject({ tools: "listed", seed: "no", json_mode: "listed" });
    expect(values.sizes).toEqual({ context_window: "8192", max_output_tokens: "" });
  });
  it("send only what differs", () => {
    const values = correctionsOf(model);
    expect(toCorrections({ ...values, abilities: { ...values.abilities, tools: "no", seed: "listed" } })).toEqual({
      tools: false,
      context_window: 8192,
    });
  });
  it("take whole counts only", () => {
    expect(countProblem("")).toBeUndefined();
    expect(countProblem("128000")).toBeUndefined();
    expect(countProblem("0")).toBeDefined();
    expect(countProblem("1.5")).toBeDefined();
  });
  it("know three answers", () => expect([true, false, null].map(knownWord)).toEqual(["yes", "no", "unknown"]));
});

describe("prices", () => {
  const list = { input: "2.5", output: "10", cache_read: "1.25", cache_write: null } as Price;
  it("start from the list where there is one, and from an own price where there is none", () => {
    expect(priceValuesOf({ price: list, list_price: list, price_choice: "list" })).toMatchObject({
      choice: "list",
      input: "2.5",
      cache_write: "",
    });
    expect(priceValuesOf({ price: null, list_price: null, price_choice: "list" })).toMatchObject({
      choice: "override",
      input: "",
    });
  });
  const own = {
    choice: "override" as const,
    input: "1",
    output: "",
    cache_read: "",
    cache_write: "",
    per_call: null,
    from: "",
  };
  it("of an application are one cost per call", () => {
    const values = priceValuesOf({ provider: "APPLICATION", price: null, list_price: null, price_choice: "list" });
    expect(values).toMatchObject({ choice: "override", per_call: "" });
    expect(priceProblems(values)).toHaveProperty("per_call");
    expect(priceProblems({ ...values, per_call: "0" })).toHaveProperty("per_call");
    expect(priceProblems({ ...values, per_call: "0.002" })).toEqual({});
    expect(toPriceChange({ ...values, per_call: " 0.002 " })).toEqual({ choice: "override", per_call: "0.002" });
  });
  it("need both rates, as numbers, and never call nothing a price", () => {
    expect(priceProblems(own)).toEqual({ output: "Output is required" });
    expect(priceProblems({ ...own, output: "1e3" })).toHaveProperty("output");
    expect(priceProblems({ ...own, input: "0", output: "0" })).toHaveProperty("input");
    expect(priceProblems({ ...own, choice: "free" })).toEqual({});
  });
  it("send rates only with an own price, with every digit", () => {
    expect(toPriceChange({ ...own, output: "0.000000001" })).toEqual({
      choice: "override",
      input: "1",
      output: "0.000000001",
    });
    expect(toPriceChange({ ...own, choice: "list" })).toEqual({ choice: "list" });
    expect(toPriceChange({ ...own, choice: "free", from: "2026-05-01" }).effective_from).toBe(
      new Date("2026-05-01T00:00:00").toISOString(),
    );
  });
});

describe("events", () => {
  const event = (type: string, data: Record<string, unknown> = {}): ProjectEvent => ({
    number: 1,
    type,
    at: "2026-05-01T12:00:00Z",
    actor: { kind: "user", id: "ada", label: "Ada" },
    data,
  });
  const catalog = {
    pages: [{ items: [{ id: "m1" } as Model, { id: "m2" } as Model], next_cursor: null }],
    pageParams: [null],
  } as Catalog;
  it("take a removed model out of the list", () => {
    expect(reduceCatalog(catalog, event("model.removed", { id: "m1" })).pages[0]?.items).toEqual([{ id: "m2" }]);
    expect(reduceCatalog(catalog, event("model.priced", { id: "m1" }))).toBe(catalog);
  });
  it("know what has to be read again", () => {
    expect(staleModels("p", event("model.priced", { id: "m1" }))).toEqual([
      ["models", "p"],
      ["model", "p", "m1"],
    ]);
    expect(staleModels("p", event("credential.removed"))).toEqual([["models", "p"]]);
    expect(staleModels("p", event("try.finished", { model: "m1" }))).toEqual([["model", "p"]]);
    expect(staleModels("p", event("token.created"))).toEqual([]);
  });
});
