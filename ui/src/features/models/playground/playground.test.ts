import { describe, expect, it } from "vitest";
import type { Capabilities, Try } from "@/api/types";
import {
  EMPTY_PLAYGROUND,
  parameterSummary,
  problemsOf,
  refusalOf,
  toPlaygroundBody,
  valuesOfTry,
} from "./playgroundBody";
import { bucketsOf, doubtWords, finishOf, nextStep, verdictOf } from "./callOutcome";

describe("the body of a try", () => {
  it("sends only what was set", () => {
    expect(toPlaygroundBody({ ...EMPTY_PLAYGROUND, prompt: " Hello\n" })).toEqual({
      messages: [{ role: "user", content: " Hello\n" }],
      parameters: {},
      output: { kind: "text" },
      fresh: true,
    });
  });
  it("sends numbers as numbers, zero too, and one stop sequence a line", () => {
    const body = toPlaygroundBody({
      ...EMPTY_PLAYGROUND,
      system: "Be brief",
      prompt: "Hi",
      reuse: true,
      output: "schema",
      schema: '{"type":"object"}',
      parameters: { temperature: "0", max_tokens: "64", seed: "", stop: "END\n\n##", reasoning_effort: "low" },
    });
    expect(body.messages[0]).toEqual({ role: "system", content: "Be brief" });
    expect(body.parameters).toEqual({ temperature: 0, max_tokens: 64, stop: ["END", "##"], reasoning_effort: "low" });
    expect(body.output).toEqual({ kind: "schema", schema: { type: "object" } });
    expect(body.fresh).toBe(false);
  });
});

describe("what cannot be sent", () => {
  const ask = { ...EMPTY_PLAYGROUND, prompt: "Hi" };
  it("is said at its field", () => {
    expect(problemsOf(ask)).toEqual({});
    expect(problemsOf({ ...ask, prompt: "  " })).toHaveProperty("prompt");
    expect(problemsOf({ ...ask, parameters: { temperature: "3" } })).toEqual({
      temperature: "Temperature must be between 0 and 2",
    });
    expect(problemsOf({ ...ask, parameters: { max_tokens: "1.5" } })).toEqual({ max_tokens: "Enter a whole number" });
    expect(problemsOf({ ...ask, parameters: { stop: "a\nb\nc\nd\ne" } })).toHaveProperty("stop");
    expect(problemsOf({ ...ask, output: "schema", schema: "[1]" })).toHaveProperty("schema");
    expect(problemsOf({ ...ask, output: "text", schema: "[1]" })).toEqual({});
  });
  it("is known from the capabilities, and from what the model refused", () => {
    const model = {
      capabilities: { top_k: false, penalties: null } as Capabilities,
      dropped: { seed: "Unsupported parameter" },
      api_in_use: "chat_completions" as const,
    };
    expect(refusalOf(model, "top_k")).toBe("This model does not support this parameter.");
    expect(refusalOf(model, "presence_penalty")).toBeNull();
    expect(refusalOf(model, "seed")).toBe("Rejected before: Unsupported parameter");
    expect(refusalOf(model, "max_tokens")).toBeNull();
    const newer = { ...model, api_in_use: "responses" as const };
    expect(refusalOf(newer, "stop")).toBe("The Responses API does not have this parameter.");
    expect(refusalOf(newer, "temperature")).toBeNull();
  });
});

it("brings an earlier try back into the form", () => {
  const asked = {
    messages: [
      { role: "system", content: "Be brief" },
      { role: "user", content: "Hi" },
    ],
    parameters: { temperature: 0.2, stop: ["END", "##"] },
    output: { kind: "schema", schema: { type: "object" } },
    fresh: false,
  } as unknown as Try;
  const values = valuesOfTry(asked);
  expect(values).toMatchObject({
    system: "Be brief",
    prompt: "Hi",
    reuse: true,
    output: "schema",
    parameters: { temperature: "0.2", stop: "END\n##" },
  });
  expect(JSON.parse(values.schema)).toEqual({ type: "object" });
  expect(problemsOf(values)).toEqual({});
  expect(parameterSummary(values.parameters)).toBe("temperature 0.2 · stop END, ##");
});

it("shows the buckets that were used, and always input and output", () => {
  const tokens = { input: 12, cache_read: 0, cache_write: 0, output: 0, reasoning: 7, total: 19, raw: {} };
  expect(bucketsOf(tokens).map(({ key }) => key)).toEqual(["input", "output", "reasoning"]);
});

it("knows what to do about a failure and when an answer is not whole", () => {
  expect(nextStep("too_long")).toContain("Shorten");
  expect(finishOf("length").complete).toBe(false);
  expect(finishOf("stop").complete).toBe(true);
});

it("says which attempts may have been charged", () => {
  expect(doubtWords({ attempts: 3, doubtful: 1 })).toBe("1 earlier attempt may have been charged");
  expect(doubtWords({ attempts: 2, doubtful: 2 })).toBe("2 attempts may have been charged");
});

it("does not call an answer good that is not the JSON that was asked for", () => {
  const answer = {} as NonNullable<Try["answer"]>;
  expect(verdictOf({ answer, failure: null, output_problem: null })).toBe("answered");
  expect(verdictOf({ answer, failure: null, output_problem: "Not JSON" })).toBe("malformed");
  expect(verdictOf({ answer: null, failure: null, output_problem: null })).toBe("waiting");
});
