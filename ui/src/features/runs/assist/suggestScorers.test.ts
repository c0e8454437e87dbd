import { describe, expect, it } from "vitest";
import type { GridCell, GridRow } from "@/api/types";
import { failingOf } from "./failingCells";
import { byGroup, groupOf } from "./scorerGroups";
import { type ScorerFacts, suggestScorers } from "./suggestScorers";

const NOTHING: ScorerFacts = { prompt: "Answer.", output: "auto", hasTools: false, expected: [], judges: [] };
const kindsFor = (facts: Partial<ScorerFacts>) => suggestScorers({ ...NOTHING, ...facts }).map(({ kind }) => kind);

describe("suggested scorers", () => {
  it("are none where nothing speaks for one", () => {
    expect(kindsFor({})).toEqual([]);
  });

  it("follow the form of the expected answers", () => {
    expect(kindsFor({ expected: ["billing", "Delivery", "billing"] })).toEqual(["exact"]);
    expect(kindsFor({ expected: ["12", "3.5"] })).toEqual(["numeric_tolerance"]);
    expect(kindsFor({ expected: ['{"a": 1}', '{"a": 2}'] })).toEqual(["field_match"]);
    expect(kindsFor({ expected: ["Paris", "Rome"] })).toEqual(["contains"]);
    expect(kindsFor({ expected: ["We are sorry that your parcel is late.", null] })).toEqual([
      "embedding_similarity",
      "word_overlap",
    ]);
  });

  it("follow what the prompt asks for", () => {
    expect(suggestScorers({ ...NOTHING, prompt: "Use at most 80 words. Return JSON." })).toMatchObject([
      { kind: "json_valid" },
      { kind: "length", values: { unit: "words", at_most: 80 } },
    ]);
    expect(kindsFor({ output: "schema" })).toEqual(["json_valid"]);
    expect(kindsFor({ output: "text", prompt: "Explain JSON." })).toEqual([]);
  });

  it("name the reason, and say what costs money", () => {
    const judges = [{ id: "j", name: "Support judge", mode: "pointwise", archived: false }];
    const [judge] = suggestScorers({ ...NOTHING, judges });
    expect(judge).toEqual({
      kind: "judge",
      values: { judge: "j" },
      reason: "No case has an expected answer; Support judge scores each answer by its rubric.",
      paid: true,
    });
    const [exact] = suggestScorers({ ...NOTHING, expected: ["yes", "no", "yes", null] });
    expect(exact?.reason).toBe("3 of 4 cases looked at have one of 2 labels as the expected answer, such as “yes”.");
  });

  it("are grouped by purpose, and an unknown kind is not lost", () => {
    const groups = byGroup([{ kind: "cost" }, { kind: "exact" }, { kind: "mine" }, { kind: "contains" }]);
    expect(groups.map(({ title, items }) => [title, items.map(({ kind }) => kind)])).toEqual([
      ["Compare with the expected answer", ["exact", "contains"]],
      ["Limit latency and cost", ["cost"]],
      ["Other", ["mine"]],
    ]);
    expect(groupOf("pii")).toBe("Check safety");
  });
});

describe("failing answers to learn from", () => {
  const cell = (ordinal: number, part: Partial<GridCell>) =>
    ({ ordinal, state: "answered", manual: null, scores: [], ...part }) as unknown as GridCell;
  const score = (passed: boolean | null) => ({ passed }) as GridCell["scores"][number];
  const rows = (...of: GridCell[][]) => of.map((cells, row) => ({ row, cells }) as unknown as GridRow);

  it("are one of each row, and a person's score counts first", () => {
    expect(
      failingOf(
        rows(
          [cell(0, { scores: [score(true)] }), cell(1, { scores: [score(false)] })],
          [cell(2, { scores: [score(false)], manual: 1 }), cell(3, { manual: 0 })],
          [cell(4, { state: "malformed" }), cell(5, { scores: [score(false)] })],
          [cell(6, { state: "failed" }), cell(7, { scores: [score(null)] })],
        ),
      ),
    ).toEqual([1, 3, 4]);
  });
});
