import { describe, expect, it } from "vitest";
import type { Judge, ProjectEvent, Rubric } from "@/api/types";
import { staleJudges } from "./events";
import { judgePromptParts } from "./judge/judgePromptText";
import { EMPTY_JUDGE, isReady, judgeProblems, toJudge } from "./judge/judgeForm";
import {
  describedLevels,
  emptyRubric,
  evenWeights,
  formOf,
  levelsOf,
  movedTo,
  newCriterion,
  normalisedWeights,
  type RubricForm,
  rubricProblems,
  sameRubric,
  toRubric,
  weightSum,
} from "./rubric/rubricForm";
import { formOfStarter, STARTERS } from "./rubric/starterRubrics";
import { placeAfterDrop } from "./rubric/useRowOrder";
import { badgeOf, rubricWords } from "./judgePhrasing";

const criterion = (name: string, weight: string) =>
  newCriterion({ name, weight, description: "How good it is, in a sentence" });
const of = (...weights: string[]): RubricForm => ({
  name: "R",
  criteria: weights.map((weight, place) => criterion(`C${place}`, weight)),
});

describe("the sum of weights", () => {
  it("is good within a hundredth", () => {
    expect(weightSum(of("0.33", "0.33", "0.33").criteria)).toEqual({ good: true, text: "1.00" });
    expect(weightSum(of("0.5", "0.51").criteria).good).toBe(true);
  });
  it("says exactly what is missing or too much", () => {
    expect(weightSum(of("0.5", "0.4").criteria)).toEqual({
      good: false,
      text: "0.9",
      reason: "0.1 is missing: weights must sum to 1.0",
    });
    expect(weightSum(of("0.8", "0.35").criteria)).toMatchObject({
      good: false,
      reason: "0.15 too much: weights must sum to 1.0",
    });
  });
  it("names the weight that is no number", () => {
    expect(weightSum(of("0.5", "half").criteria)).toMatchObject({
      good: false,
      reason: "The weight of C1 is not a number from 0 to 1",
    });
    expect(weightSum(of("0,5", "0.5").criteria).good).toBe(true);
  });
  it("is put right evenly or in proportion", () => {
    expect(evenWeights(of("1", "", "x").criteria).map(({ weight }) => weight)).toEqual(["0.3333", "0.3333", "0.3333"]);
    expect(normalisedWeights(of("2", "1", "1").criteria).map(({ weight }) => weight)).toEqual(["0.5", "0.25", "0.25"]);
    expect(normalisedWeights(of("", "0").criteria).map(({ weight }) => weight)).toEqual(["0.5", "0.5"]);
    expect(weightSum(evenWeights(of("0", "0", "0", "0", "0", "0", "0").criteria)).good).toBe(true);
  });
});

describe("a rubric", () => {
  it("starts with everything that is missing, field by field", () => {
    expect(rubricProblems(emptyRubric())).toEqual({
      name: "Name is required",
      "criteria.0.name": "Name is required",
      "criteria.0.description": "Describe what the judge looks at",
      "criteria.1.name": "Name is required",
      "criteria.1.description": "Describe what the judge looks at",
    });
  });
  it("keeps the rules of names, descriptions, weights and numbers", () => {
    const wrong: RubricForm = {
      name: "R",
      criteria: [criterion("A!", "0.5"), criterion("b", "2"), { ...criterion("B", "0.5"), description: "short" }],
    };
    expect(rubricProblems(wrong)).toEqual({
      "criteria.0.name": "Letters, digits and spaces only",
      "criteria.1.weight": "From 0 to 1",
      "criteria.2.name": "Another criterion has this name",
      "criteria.2.description": "At least 10 characters",
      weights: "Weights must sum to 1.0",
    });
    expect(rubricProblems(of("1"))).toMatchObject({ criteria: "At least 2 criteria required" });
    expect(rubricProblems(of(...Array.from({ length: 11 }, () => "0.1")))).toMatchObject({
      criteria: "Maximum 10 criteria",
    });
    expect(
      rubricProblems({
        name: "R",
        criteria: [criterion("x".repeat(51), "0.5"), { ...criterion("C", "0.5"), description: "y".repeat(501) }],
      }),
    ).toEqual({
      "criteria.0.name": "At most 50 characters",
      "criteria.1.description": "At most 500 characters",
    });
  });
  it("sends levels of its scale only, and none that are empty", () => {
    expect(describedLevels({ scale: 3, levels: { 0: " none ", 1: "", 5: "beyond" } })).toEqual({ 0: "none" });
    expect(levelsOf(100)).toEqual([0, 25, 50, 75, 100]);
    expect(levelsOf(3)).toEqual([0, 1, 2, 3]);
    const body = toRubric({
      name: " R ",
      criteria: [{ ...criterion(" A ", "0,5"), scale: 10, levels: { 10: "best" } }, criterion("B", "0.5")],
    });
    expect(body).toMatchObject({ name: "R", normalise: false });
    expect(body.criteria[0]).toMatchObject({ name: "A", weight: 0.5, scale: 10, levels: { 10: "best" } });
  });
  it("that was read and not touched is the same", () => {
    const read = {
      name: "R",
      criteria: toRubric(of("0.3333", "0.6667")).criteria.map((one) => ({ ...one, levels: {} })),
    };
    expect(sameRubric(formOf(read), formOf(read))).toBe(true);
    expect(sameRubric(formOf(read), { ...formOf(read), name: "Other" })).toBe(false);
  });
  it("moves rows to any place", () => {
    expect(movedTo(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(movedTo(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    expect(movedTo(["a", "b", "c"], 1, 9)).toEqual(["a", "c", "b"]);
    expect([placeAfterDrop(0, 0), placeAfterDrop(0, 1), placeAfterDrop(0, 3), placeAfterDrop(2, 0)]).toEqual([
      0, 0, 2, 0,
    ]);
  });
  it("can be begun from any starter as it is", () => {
    for (const starter of STARTERS) expect(rubricProblems(formOfStarter(starter))).toEqual({});
  });
});

const model = { id: "m", title: "M", name: "m", provider: "SIMULATED", credential_label: "key" } as const;

describe("a judge", () => {
  it("needs what its mode needs", () => {
    expect(judgeProblems(EMPTY_JUDGE)).toMatchObject({
      name: "Name is required",
      model: "Choose the model that judges",
      rubric: "Choose a rubric",
      goal: "Describe what the answers are meant to achieve",
    });
    expect(judgeProblems({ ...EMPTY_JUDGE, name: "J", model, mode: "free_text", passAt: "1.2" })).toEqual({
      instructions: "Describe how to score",
      pass_at: "A number from 0 to 1",
    });
    expect(isReady({ ...EMPTY_JUDGE, name: "J", model, mode: "pairwise", rubric: "r", goal: "g", passAt: "" })).toBe(
      true,
    );
    expect(
      isReady({ ...EMPTY_JUDGE, name: "J", model, rubric: "r", goal: "g", parameters: { temperature: "9" } }),
    ).toBe(false);
  });
  it("sends only what its mode uses", () => {
    const form = {
      ...EMPTY_JUDGE,
      name: " J ",
      model,
      rubric: "r",
      rubricVersion: 2,
      goal: " g ",
      instructions: "i",
      passAt: "0,7",
    };
    expect(toJudge(form)).toEqual({
      name: "J",
      mode: "pointwise",
      model: "m",
      parameters: { stop: [] },
      goal: "g",
      rubric: "r",
      rubric_version: 2,
      instructions: "",
      uses_reference: false,
      pass_at: 0.7,
    });
    expect(toJudge({ ...form, mode: "free_text" })).toMatchObject({
      rubric: null,
      rubric_version: null,
      instructions: "i",
    });
  });
  it("shows what it is asked, and what is still missing", () => {
    const rubric = {
      criteria: [{ name: "Tone", description: "Kind", weight: 0.25, scale: 5, levels: { 5: "warm" } }],
    } as unknown as Rubric;
    const parts = judgePromptParts({ mode: "pointwise", goal: "", instructions: "", usesReference: true }, rubric);
    expect(parts.find(({ title }) => title === "Goal")).toMatchObject({ kind: "missing" });
    expect(parts.find(({ title }) => title === "Rubric")?.text).toBe("Tone (weight 0.25, 0–5): Kind\n   5: warm");
    expect(parts.map(({ title }) => title)).toContain("Reference");
    expect(
      judgePromptParts({ mode: "pairwise", goal: "g", instructions: "", usesReference: false }, rubric).filter(
        ({ title }) => title.startsWith("Output"),
      ),
    ).toHaveLength(2);
  });
  it("wears the badge of its passport", () => {
    expect(badgeOf({ passport: null, validated: false })).toBe("unvalidated");
    expect(badgeOf({ passport: { badge: "doubtful" } as Judge["passport"], validated: false })).toBe("doubtful");
    expect(rubricWords({ mode: "free_text", rubric: null })).toBe("Own instructions");
  });
});

describe("events", () => {
  it("make what they touch old", () => {
    const event = (type: string, data: object) => ({ type, data }) as unknown as ProjectEvent;
    expect(staleJudges("p", event("rubric.changed", { id: "r" }))).toEqual([
      ["rubrics", "p"],
      ["rubric", "p", "r"],
    ]);
    expect(staleJudges("p", event("judge.created", { id: "j" }))).toContainEqual(["judge", "p", "j"]);
    expect(staleJudges("p", event("run.completed", { run: "x" }))).toContainEqual(["passport", "p"]);
    expect(staleJudges("p", event("prompt.created", {}))).toEqual([]);
  });
});
