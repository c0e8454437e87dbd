import { describe, expect, it } from "vitest";
import type { Cell, RunReport } from "@/api/types";
import { beginning, criteriaIn, CUT, inOrder, judgesOf, onScale, readingsOf, warningsOf } from "./judgeReadings";

const score = (scorer: number, details: Record<string, unknown>, name = `judge ${scorer}`) =>
  ({ scorer, name, details }) as unknown as Cell["scores"][number];
const said = (value: number, why = "because") => ({ score: value * 5, value, why });

describe("what judges say", () => {
  it("is gathered by criterion, over all judges, in the order of the rubric or of the first judge", () => {
    const scores = [
      score(0, { criteria: { Tone: said(0.4), Facts: said(1) } }),
      score(2, { criteria: { Facts: said(0.5, "one error"), Tone: said(0.8) } }),
    ];
    const found = readingsOf(scores, new Set([0, 2]));
    expect(found.map(({ name, mean }) => [name, Number(mean.toFixed(3))])).toEqual([
      ["Tone", 0.6],
      ["Facts", 0.75],
    ]);
    expect(found[1]?.readings.map(({ judge, score: given, why }) => [judge, given, why])).toEqual([
      ["judge 0", 5, "because"],
      ["judge 2", 2.5, "one error"],
    ]);
    expect(criteriaIn([found, []])).toEqual(["Tone", "Facts"]);
    expect(readingsOf(scores, new Set([0, 2]), ["Other", "Facts", "Tone"]).map(({ name }) => name)).toEqual([
      "Facts",
      "Tone",
    ]);
  });
  it("counts only judges of answers: no exams, no other scorers", () => {
    const run = {
      scorers: [
        { number: 0, kind: "judge", spec: { exam: "" } },
        { number: 1, kind: "judge", spec: { exam: "padded" } },
        { number: 2, kind: "exact", spec: {} },
        { number: 3, kind: "pairwise", spec: {} },
      ],
    } as unknown as RunReport;
    expect([...judgesOf(run)]).toEqual([0]);
    expect(readingsOf([score(1, { criteria: { Tone: said(1) } })], judgesOf(run))).toEqual([]);
  });
  it("is read with care, whatever stands there", () => {
    const odd: unknown[] = [
      undefined,
      null,
      3,
      "x",
      [],
      { Tone: null },
      { Tone: { value: "1" } },
      { Tone: { value: Number.NaN } },
    ];
    for (const criteria of odd) expect(readingsOf([score(0, { criteria })], new Set([0]))).toEqual([]);
    expect(
      readingsOf([score(0, { criteria: { Tone: { value: 0.5, why: 7 } } })], new Set([0]))[0]?.readings[0],
    ).toMatchObject({ score: null, why: "" });
  });
  it("warns in words", () => {
    expect(
      warningsOf(
        [
          score(0, { flags: { policyViolation: true, toxicContent: false } }),
          score(1, { flags: { policyViolation: true } }),
        ],
        new Set([0, 1]),
      ),
    ).toEqual(["policy violation"]);
  });
});

describe("answers", () => {
  const answers = [
    { name: "model 10", value: 0.5 },
    { name: "model 2", value: null },
    { name: "Alpha", value: 0.9 },
  ];
  const names = (order: Parameters<typeof inOrder>[1]) => inOrder(answers, order).map(({ name }) => name);
  it("stand in the order that is asked for, and those without a score last", () => {
    expect(names("grid")).toEqual(["model 10", "model 2", "Alpha"]);
    expect(names("best")).toEqual(["Alpha", "model 10", "model 2"]);
    expect(names("worst")).toEqual(["model 10", "Alpha", "model 2"]);
    expect(names("name")).toEqual(["Alpha", "model 2", "model 10"]);
  });
  it("begin with 200 characters, and no character is cut in two", () => {
    expect(beginning("short")).toBe("short");
    expect(beginning("x".repeat(300))).toHaveLength(CUT);
    const emoji = `${"x".repeat(199)}😀 and more`;
    expect(beginning(emoji)).toBe("x".repeat(199));
  });
});

describe("a score", () => {
  it("stands on the scale of the rubric", () => {
    expect(onScale(0.85, 10)).toBe("8.5/10");
    expect(onScale(0.8, 5)).toBe("4/5");
    expect(onScale(1, 100)).toBe("100/100");
    expect(onScale(0.5, null)).toBe("0.50");
    expect(onScale(0.5, 1)).toBe("0.50");
  });
});
