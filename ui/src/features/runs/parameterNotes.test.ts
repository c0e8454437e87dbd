import { describe, expect, it } from "vitest";
import type { RunReport } from "@/api/types";
import { notedTarget, parametersByModel, type ParameterNote } from "./parameterNotes";

const NOTE: ParameterNote = {
  kind: "stopped",
  column: 0,
  scorer: null,
  model: "gpt-5.4",
  parameter: "reasoning_effort",
  message: "Function tools with reasoning_effort are not supported",
  suggestion: "Set the API",
};
const RUN = {
  plan: { columns: [{ prompt_name: "Support", number: 3, model_name: "gpt-5.4" }] },
  scorers: [{ number: 2, name: "Tone" }],
} as unknown as RunReport;

describe("what a note is about", () => {
  it("is a target, a scorer or the fallback", () => {
    expect(notedTarget(RUN, NOTE)).toBe("Support v3 with gpt-5.4");
    expect(notedTarget(RUN, { ...NOTE, column: null, scorer: 2 })).toBe("The scorer Tone with gpt-5.4");
    expect(notedTarget(RUN, { ...NOTE, column: null })).toBe("The fallback gpt-5.4");
  });
});

it("lists each parameter of a model once", () => {
  const notes: ParameterNote[] = [
    { ...NOTE, kind: "adapted", parameter: "temperature" },
    { ...NOTE, kind: "adapted", parameter: "seed" },
    { ...NOTE, kind: "adapted", parameter: "seed", column: null, scorer: 2 },
    NOTE,
  ];
  expect(parametersByModel(notes, "adapted")).toEqual([{ model: "gpt-5.4", parameters: ["seed", "temperature"] }]);
  expect(parametersByModel(notes, "left_out")).toEqual([]);
});
