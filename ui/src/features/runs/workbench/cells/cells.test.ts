import { describe, expect, it } from "vitest";
import type { GridCell, RunReport } from "@/api/types";
import { gradeColor, gradeOf } from "./cellGrade";
import { moneyOfCell } from "@/shared/ui/SimulatedMark";
import { metricText, summaryOf } from "./cellMetrics";

const METRIC = { key: "Grader", kind: "scorer", name: "Grader", scorers: [0], scale: null };

const cell = (part: Partial<GridCell> = {}) =>
  ({
    ordinal: 0,
    state: "answered",
    manual: null,
    flagged: false,
    scores: [],
    prompt_tokens: 12_000,
    completion_tokens: 500,
    cost_usd: "0.0042",
    latency_ms: 1_240,
    ...part,
  }) as GridCell;
const score = (scorer: number, value: number | null) => ({
  scorer,
  value,
  passed: null,
  problem: null,
  reason: { text: "", truncated: false },
  categories: [],
  blocked: false,
});

describe("the grade of a cell", () => {
  const by = (kind: RunReport["metric"]["kind"], ...scorers: number[]) => ({ kind, scorers });
  it("is a contract's before a scorer's", () => {
    const two = cell({ scores: [score(0, 0.2), score(1, 0.7)] });
    expect(gradeOf(two, by("scorer", 1))).toEqual({ value: 0.7, by: "scorer" });
    const malformed = cell({ state: "malformed", scores: [score(0, 0.9)] });
    expect(gradeOf(malformed, by("scorer", 0))).toEqual({ value: 0, by: "contract" });
    expect(gradeOf(cell({ scores: [score(0, null)] }), by("scorer", 0))).toBeNull();
    expect(gradeOf(cell({ scores: [score(0, 1)] }), by("labels_first"))).toBeNull();
  });
  it("is a person's only by a metric that counts labels", () => {
    const labelled = cell({ state: "malformed", manual: 1, scores: [score(0, 0.4)] });
    expect(gradeOf(labelled, by("labels_first", 0))).toEqual({ value: 1, by: "person" });
    expect(gradeOf(labelled, by("people"))).toEqual({ value: 1, by: "person" });
    expect(gradeOf(labelled, by("scorer", 0))).toEqual({ value: 0, by: "contract" });
    expect(gradeOf({ ...labelled, state: "answered" }, by("composite", 0))).toEqual({ value: 0.4, by: "scorer" });
    expect(gradeOf({ ...labelled, manual: null }, by("people"))).toBeNull();
  });
  it("is the mean of a panel, of those who could judge", () => {
    const four = cell({ scores: [score(0, 0.5), score(1, 1), score(2, null), score(3, 0)] });
    expect(gradeOf(four, by("composite", 0, 1, 2))).toEqual({ value: 0.75, by: "scorer" });
  });
  it("is red at 0, yellow in the middle and green at 1, whatever the scale", () => {
    expect(gradeColor(0).color).toContain("var(--warning) 0%, var(--error)");
    expect(gradeColor(0.25).color).toContain("var(--warning) 50%, var(--error)");
    expect(gradeColor(0.5).color).toContain("var(--success) 0%, var(--warning)");
    expect(gradeColor(1).backgroundColor).toContain("var(--success-soft) 100%");
    expect(gradeColor(9)).toEqual(gradeColor(1));
    expect(gradeColor(-1)).toEqual(gradeColor(0));
  });
});

describe("figures", () => {
  it("of a cell are short", () => {
    expect(metricText(cell(), "tokens")).toBe("12K | 500");
    expect(metricText(cell(), "cost")).toBe("$0.0042");
    expect(metricText(cell({ cost_usd: null }), "cost")).toBe("unknown");
    const reused = { reused: "run 1", cost_usd: "0", cost_then_usd: "0.0042" };
    expect(metricText(cell(reused), "cost")).toBe("$0.0042");
    expect(metricText(cell(), "latency")).toBe("1.24 s");
    expect(metricText(cell({ state: "calling" }), "latency")).toBeNull();
  });
  it("knows simulated money by the column of the cell", () => {
    const run = { plan: { columns: [{ provider: "OPENAI" }, { provider: "SIMULATED" }] } } as unknown as RunReport;
    expect(moneyOfCell(run.plan, cell({ ordinal: 4 }))).toBe("real");
    expect(moneyOfCell(run.plan, cell({ ordinal: 5 }))).toBe("simulated");
  });
  it("of a column are means over answers, and say on what they stand", () => {
    const run = {
      grades: [{ column: 0, mean: 0.5, count: 4, manual: 0, failed_contract: 0, labels: 1, people: 0.75 }],
      progress: [
        {
          column: 0,
          answered: 3,
          malformed: 1,
          prompt_tokens: 400,
          completion_tokens: 40,
          reused: 2,
          cost_usd: "0.2",
          answer_cost_usd: "0.4",
          mean_latency_ms: 200,
          p50_latency_ms: 150,
        },
      ],
      metric: METRIC,
      figures: [],
      figures_stale: true,
    } as never;
    expect(summaryOf(run, 0, "grade")).toEqual({
      main: "0.50 so far",
      note: "Grader · n 4 · people 0.75 on 1",
      grade: 0.5,
    });
    const mixed = { ...METRIC, key: "Labels first: Grader", kind: "labels_first" };
    const grades = [{ column: 0, mean: 0.6, count: 4, manual: 1, failed_contract: 0, labels: 1, people: 0.75 }];
    expect(summaryOf({ ...(run as object), metric: mixed, grades } as never, 0, "grade")).toMatchObject({
      main: "0.60 so far",
      note: "Labels first: Grader · n 4 · 1 by hand",
    });
    const figure = { value: 0.52, low: 0.4, high: 0.6, n: 4, clusters: 4, method: "" };
    const computed = {
      ...(run as object),
      figures_stale: false,
      figures: [{ metric: METRIC, columns: [{ column: 0, figure }] }],
    } as never;
    expect(summaryOf(computed, 0, "grade")).toMatchObject({ main: "0.52 (0.40 to 0.60)", grade: 0.52 });
    expect(summaryOf(run, 0, "tokens").main).toBe("100 | 10");
    expect(summaryOf(run, 0, "cost")).toMatchObject({ main: "$0.10", note: "$0.40 in all, $0.20 spent" });
    expect(summaryOf(run, 0, "latency")).toMatchObject({ main: "200 ms", note: "median 150 ms" });
    expect(summaryOf(run, 1, "grade").main).toBe("–");
  });
});
