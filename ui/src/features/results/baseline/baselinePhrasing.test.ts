import { describe, expect, it } from "vitest";
import type { BaselineVerdict, ColumnChange } from "@/api/types";
import { UNIT } from "@/shared/charts/estimateText";
import {
  betterVersion,
  changeWords,
  isWorse,
  otherMetricWords,
  overallVerdict,
  verdictSentence,
} from "./baselinePhrasing";

function change(verdict: ColumnChange["comparison"]["verdict"], part: Partial<ColumnChange> = {}): ColumnChange {
  const effect = { value: 0.12, low: 0.05, high: 0.2 };
  const comparison = { verdict, effect, sentence: `It is ${verdict}.` } as ColumnChange["comparison"];
  return {
    column: 0,
    other_column: 0,
    model_name: "quick",
    label: "",
    identical: false,
    fixed: 0,
    broken: 0,
    comparison,
    ...part,
  };
}

const BASELINE = { id: "1", number: 4, name: "Before", created_at: "2026-01-01T00:00:00Z" };

describe("the change of a column", () => {
  it("has its sign and its verdict", () => {
    expect(changeWords(change("better"), UNIT)).toBe("+0.12 better");
    expect(changeWords(change("cannot_tell", { identical: true }), UNIT)).toBe("identical");
  });

  it("says so where nothing is scored", () => {
    const none = change("inconclusive");
    expect(changeWords({ ...none, comparison: { ...none.comparison, effect: null } }, UNIT)).toBe("not scored");
  });
});

describe("the sentence of all columns", () => {
  it("is that of the only column", () => {
    expect(verdictSentence({ baseline: BASELINE, columns: [change("better")] })).toBe("It is better.");
  });

  it("groups the models by their verdict", () => {
    const columns = [
      change("better"),
      change("better", { model_name: "careful" }),
      change("cannot_tell", { model_name: "loose" }),
    ];
    expect(verdictSentence({ baseline: BASELINE, columns })).toBe(
      "Better than run #4 with quick and careful; cannot tell a difference from run #4 with loose.",
    );
  });
});

describe("the verdict of all columns", () => {
  it("is the least good of them", () => {
    expect(overallVerdict([change("better"), change("worse")])).toBe("worse");
    expect(overallVerdict([change("better"), change("better")])).toBe("better");
    expect(overallVerdict([change("cannot_tell", { identical: true })])).toBeNull();
  });
});

type OtherMetric = BaselineVerdict["others"][number];

function other(key: string, verdict: OtherMetric["verdict"], fixed = 0, broken = 0): OtherMetric {
  const metric = { key, kind: "scorer", name: key, scorers: [0], scale: null, pass_at: null } as const;
  return { metric: { ...metric, scorers: [0] }, verdict, fixed_rows: fixed, broken_rows: broken };
}

describe("the other metrics", () => {
  it("are named where they changed, the worse ones first", () => {
    const others = [other("tone", "better", 3, 1), other("exact", "cannot_tell", 2), other("length", "worse", 0, 20)];
    expect(otherMetricWords({ others })).toEqual([
      { key: "length", words: "length is worse, 20 broken", worse: true },
      { key: "tone", words: "tone is better, 3 fixed, 1 broken", worse: false },
    ]);
  });

  it("make the whole verdict look worse if one of them is", () => {
    const columns = [change("better")];
    expect(isWorse({ columns, others: [other("length", "worse_on_these_cases")] })).toBe(true);
    expect(isWorse({ columns, others: [other("length", "cannot_tell")] })).toBe(false);
    expect(isWorse({ columns: [change("worse")], others: [] })).toBe(true);
  });
});

describe("the version to make production", () => {
  const column = (version: number) => ({ prompt_id: "p", version_id: `v${version}`, version });
  const plan = (...versions: number[]) => ({ columns: versions.map(column) }) as Parameters<typeof betterVersion>[0];

  it("is the version of a run that is better than its baseline", () => {
    const better = { baseline: BASELINE, columns: [change("better")], others: [] };
    expect(betterVersion(plan(4, 4), better)).toEqual({ prompt: "p", version: 4 });
  });

  it("is none if another metric is worse", () => {
    const others = [other("length", "worse")];
    expect(betterVersion(plan(4), { baseline: BASELINE, columns: [change("better")], others })).toBeNull();
  });

  it("is none if the run is not better with every target, or has several versions", () => {
    const mixed = { baseline: BASELINE, columns: [change("better"), change("cannot_tell", { column: 1 })], others: [] };
    expect(betterVersion(plan(4), mixed)).toBeNull();
    expect(betterVersion(plan(4), { baseline: BASELINE, columns: [change("worse")], others: [] })).toBeNull();
    expect(betterVersion(plan(4), { baseline: null, columns: [], others: [] })).toBeNull();
    expect(betterVersion(plan(3, 4), { baseline: BASELINE, columns: [change("better")], others: [] })).toBeNull();
  });
});
