import { describe, expect, it } from "vitest";
import type { Finding, Passport, PassportSizeChoice } from "@/api/types";
import { detectableWords, sizeWords } from "./examNames";
import { figuresOf, gravest, nextStep, otherFindings, signed } from "./passportFigures";

const blank: Passport = {
  judge: "j",
  version: 1,
  validated: false,
  badge: "unvalidated",
  agreement: null,
  criteria: [],
  consistency: null,
  swap: null,
  length: null,
  injection: null,
  cost_per_verdict_usd: null,
  verdicts: 0,
  errors: 0,
  labels_needed: 30,
  findings: [],
  sources: [],
  computed_at: "2026-01-01T00:00:00Z",
};

const finding = (kind: Finding["kind"], outcome: Finding["outcome"], title = ""): Finding => ({
  kind,
  outcome,
  title,
  sentence: `About ${kind}.`,
  size: null,
  low: null,
  high: null,
  n: 0,
});

describe("a passport", () => {
  it("says of each figure what is not known, and leads on", () => {
    const figures = figuresOf(blank, "pointwise");
    expect(figures.map(({ kind }) => kind)).toEqual([
      "agreement",
      "consistency",
      "length",
      "injection",
      "errors",
      "cost",
    ]);
    expect(figures.every(({ value, outcome }) => value === null && outcome === "not_examined")).toBe(true);
    expect(figuresOf(blank, "pairwise").map(({ kind }) => kind)).toEqual(["swap", "flips", "errors", "cost"]);
    expect(nextStep(blank, "pointwise")).toBe("score");
    expect(nextStep({ ...blank, verdicts: 9 }, "pointwise")).toBe("label");
    expect(nextStep({ ...blank, verdicts: 9 }, "pairwise")).toBe("compare");
    expect(nextStep({ ...blank, verdicts: 9, labels_needed: 0 }, "pointwise")).toBe("label");
    expect(nextStep({ ...blank, verdicts: 9, labels_needed: 0, badge: "validated" }, "free_text")).toBe("examine");
  });
  it("gives figures their interval, their number and the server's sentence", () => {
    const known: Passport = {
      ...blank,
      verdicts: 98,
      errors: 2,
      cost_per_verdict_usd: 0.0021,
      agreement: { kappa: 0.712, low: 0.6, high: 0.82, n: 120, base_rate: 0.64, accuracy: 0.88 },
      length: { change: -0.081, low: -0.12, high: 0.001, n: 50 },
      findings: [
        finding("agreement", "ruled_out", "An agreement below 0.60 is ruled out"),
        finding("length", "ruled_out", "A preference above 0.01 is ruled out"),
        finding("position", "found", "Found: something else"),
      ],
    };
    const [agreement, , length, , errors, cost] = figuresOf(known, "pointwise");
    expect(agreement).toMatchObject({
      value: "κ 0.71",
      interval: "0.60 to 0.82",
      count: "120 answers",
      outcome: "ruled_out",
      title: "An agreement below 0.60 is ruled out",
      sentence: "About agreement.",
    });
    expect(length).toMatchObject({ value: "−0.08", interval: "−0.12 to 0.00", outcome: "ruled_out" });
    expect(errors).toMatchObject({
      value: "2%",
      count: "100 questions",
      outcome: "not_examined",
      sentence: "2 judge calls gave no verdict; they are never counted as zero.",
    });
    expect(cost).toMatchObject({ value: "$0.0021", sentence: "1,000 verdicts cost about $2.10." });
    expect(otherFindings(known, "pointwise").map(({ kind }) => kind)).toEqual(["position"]);
    expect(gravest(known.findings)?.title).toBe("Found: something else");
    expect(gravest(known.findings.slice(0, 1))).toBeNull();
  });
  it("shows what was found of the order, with its interval if there is one", () => {
    const rates = { flip_rate: 0.3, low: 0.2, high: 0.42, n: 40 };
    const swap = { ...rates, preference: -0.25, preference_low: -0.38, preference_high: -0.12 };
    const findings = [finding("position", "found", "Found: position bias of 25%")];
    const [bias, flips] = figuresOf({ ...blank, swap, findings }, "pairwise");
    expect(bias).toMatchObject({ value: "25%", interval: "12% to 38%", count: "40 pairs", outcome: "found" });
    expect(flips).toMatchObject({ value: "30%", interval: "20% to 42%", count: "40 pairs" });
    const unknown = { ...swap, preference_low: null, preference_high: null };
    expect(figuresOf({ ...blank, swap: unknown }, "pairwise")[0]).toMatchObject({ interval: null, span: null });
  });
  it("never calls a judge good: a title says what was found or ruled out", () => {
    const titles = (findings: Finding[]) =>
      figuresOf({ ...blank, findings }, "pointwise").flatMap(({ kind, title }) => (kind === "length" ? [title] : []));
    expect(titles([finding("length", "ruled_out", "A preference above 0.04 is ruled out")])).toEqual([
      "A preference above 0.04 is ruled out",
    ]);
    expect(titles([])).toEqual(["Preference for longer answers"]);
  });
  it("leads on to a larger passport while it has not enough trials", () => {
    const checked = (outcome: Finding["outcome"]): Passport => ({
      ...blank,
      verdicts: 9,
      labels_needed: 0,
      badge: "validated",
      findings: (["consistency", "length", "injection"] as const).map((kind) => finding(kind, outcome)),
    });
    expect(nextStep(checked("not_enough"), "pointwise")).toBe("examine");
    expect(nextStep(checked("ruled_out"), "pointwise")).toBeNull();
  });
  it("gives no kappa where one side always said the same", () => {
    const found = figuresOf(
      { ...blank, agreement: { kappa: null, low: null, high: null, n: 12, base_rate: 1, accuracy: 0.9 } },
      "pointwise",
    )[0];
    expect(found).toMatchObject({ value: "90%", span: null });
  });
  it("writes changes with their sign", () => {
    expect([signed(0.004), signed(0.31), signed(-0.2)]).toEqual(["0.00", "+0.31", "−0.20"]);
  });
});

describe("a size of passport", () => {
  const choice: PassportSizeChoice = {
    size: "standard",
    cells: 120,
    calls: 360,
    likely_usd: "0.04",
    simulated: false,
    finds: [],
  };
  it("says what it costs, and that an unknown price is unknown", () => {
    expect(sizeWords(choice, "answer")).toBe("120 answers, 360 calls, about $0.0400");
    expect(sizeWords({ ...choice, likely_usd: null }, "pair")).toBe("120 pairs, 360 calls, cost unknown");
    expect(sizeWords({ ...choice, calls: 0 }, "answer")).toBe("120 answers, no further calls");
  });
  it("says how large a fault it finds, never smaller than it is", () => {
    const words = (kind: Finding["kind"], size: number | null) => detectableWords({ kind, trials: 90, size });
    expect(words("injection", 0.0911)).toBe("obeying 10% of the instructions in answers");
    expect(words("length", 0.071)).toBe("longer answers scored 0.08 higher");
    expect(words("consistency", null)).toBeNull();
  });
});
