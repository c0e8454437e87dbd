import { describe, expect, it } from "vitest";
import type { Judge, RunReport } from "@/api/types";
import { formOfRun } from "../form/runForm";
import { fieldsOf } from "../form/schemaFields";
import { criteriaOf, flagsOf, ordersOf } from "./judgeVerdictDetails";
import { comparers, markers, NO_CHOICE, otherRubrics, rubricOf, scoredVersion, specsOf, toggled } from "./scoreChoice";

const judge = (id: string, part: Partial<Judge> = {}) =>
  ({
    id,
    mode: "pointwise",
    archived: false,
    version: 1,
    rubric: { id: "r", name: "R", version: 1 },
    ...part,
  }) as Judge;

describe("the choice of judges", () => {
  it("tells those who mark from those who compare, and leaves out the archived", () => {
    const all = [
      judge("a"),
      judge("b", { mode: "free_text" }),
      judge("c", { mode: "pairwise" }),
      judge("d", { archived: true }),
    ];
    expect(markers(all).map(({ id }) => id)).toEqual(["a", "b"]);
    expect(comparers(all).map(({ id }) => id)).toEqual(["c"]);
  });
  it("becomes scorers, in the order of choosing", () => {
    const choice = toggled(toggled(toggled(NO_CHOICE, "b", true), "a", true), "b", false);
    expect(specsOf({ ...choice, pairwise: "c" })).toEqual([
      { kind: "judge", judge: "a" },
      { kind: "pairwise", judge: "c" },
    ]);
  });
  it("tells which judges go by another rubric than the first", () => {
    const all = [
      judge("a"),
      judge("b", { rubric: { id: "r", name: "R", version: 2 } }),
      judge("f", { mode: "free_text", rubric: null }),
    ];
    expect(otherRubrics({ judges: ["a", "b", "f"], pairwise: null }, all).map(({ id }) => id)).toEqual(["b"]);
    expect(otherRubrics({ judges: ["a", "f"], pairwise: null }, all)).toEqual([]);
    const run = { scorers: [{ kind: "judge", spec: { judge: "a", version: 1 } }] } as unknown as RunReport;
    expect(otherRubrics({ judges: ["b"], pairwise: null }, all, rubricOf(run, all)).map(({ id }) => id)).toEqual(["b"]);
  });
  it("knows which version has scored a run; exams do not count", () => {
    const run = {
      scorers: [
        { kind: "judge", spec: { judge: "a", version: 2 } },
        { kind: "judge", spec: { judge: "b", version: 1, exam: "repeat" } },
      ],
    } as unknown as RunReport;
    expect([scoredVersion(run, "a"), scoredVersion(run, "b")]).toEqual([2, null]);
  });
});

describe("a judge as a scorer of a new run", () => {
  const schema = (pairs: boolean) => ({
    properties: {
      kind: { const: "judge" },
      judge: { type: "string", format: "uuid" },
      exam: { type: "string" },
      cells: { type: "integer" },
      ...(pairs ? { a: { type: "integer" }, b: { type: "integer" } } : {}),
    },
    required: ["judge"],
  });
  it("is chosen among judges of its mode, and nothing else is asked", () => {
    expect(fieldsOf(schema(false)).usual).toMatchObject([
      { name: "judge", kind: "judge", choices: ["pointwise", "free_text"] },
    ]);
    expect(fieldsOf(schema(true)).usual).toMatchObject([{ name: "judge", kind: "judge", choices: ["pairwise"] }]);
  });
});

describe("what a judge said", () => {
  it("is read from the details, whatever they hold", () => {
    const details = {
      criteria: { Tone: { score: 4, value: 0.8, why: "Kind" }, Odd: "nothing" },
      flags: { piiDetected: true, toxicContent: false },
    };
    expect(criteriaOf(details)).toEqual([
      { name: "Tone", score: 4, value: 0.8, why: "Kind" },
      { name: "Odd", score: null, value: null, why: "" },
    ]);
    expect(flagsOf(details)).toEqual(["pii detected"]);
    expect(ordersOf(details)).toBeNull();
    expect([criteriaOf(null), criteriaOf("x"), flagsOf({ flags: [1] })]).toEqual([[], [], []]);
  });
  it("of a pair tells both orders and whether they disagree", () => {
    expect(ordersOf({ flipped: true, orders: [{ first: "a", winner: "a", why: "First" }, 7] })).toEqual({
      flipped: true,
      orders: [
        { first: "a", winner: "a", why: "First" },
        { first: "", winner: "", why: "" },
      ],
    });
  });
});

describe("a run like an earlier one", () => {
  it("has its judges, but neither its exams nor each pair of columns", () => {
    const plan = {
      columns: [],
      dataset_id: null,
      choice: { split: null, tags: [], first: null },
      trials: 1,
      reuse: true,
      timeout_s: null,
    };
    const scorers = [
      { kind: "judge", spec: { kind: "judge", judge: "j", version: 1, exam: "" } },
      { kind: "judge", spec: { kind: "judge", judge: "j", version: 1, exam: "repeat", cells: 50 } },
      { kind: "pairwise", spec: { kind: "pairwise", judge: "p", version: 1, a: 0, b: 1 } },
      { kind: "pairwise", spec: { kind: "pairwise", judge: "p", version: 1, a: 0, b: 2 } },
    ];
    const form = formOfRun({ plan, scorers } as unknown as RunReport);
    expect(form.scorers.map(({ kind, values }) => ({ kind, values }))).toEqual([
      { kind: "judge", values: { judge: "j", version: 1, exam: "" } },
      { kind: "pairwise", values: { judge: "p", version: 1 } },
    ]);
  });
});
