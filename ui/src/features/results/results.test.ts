import { describe, expect, it } from "vitest";
import type { ColumnResult, ComparisonResult, FacetResult, NextRun, Ranked } from "@/api/types";
import { scaleOf, SHARE, UNIT } from "@/shared/charts/estimateText";
import { cellsTitle } from "./cells/cellsTitle";
import { columnWords } from "./columnNames";
import { cellsOfBar, criterionReading, rangeOfBar } from "./criteria/criterionHistogram";
import { holmWords, percentChange, trendReading } from "./overview/overviewFigures";
import { wantedCells, withCells, withoutCells } from "./resultsUrlState";
import { flipWords, matchWords, rankText, rankWords } from "./ranking/rankRows";
import { compareGroups, shownColumns, sliceBlocks, slicesReading, standing } from "./slices/sliceBlocks";
import { canDecide, decideWords } from "./verdict/nextRun";
import { timesText } from "./verdict/amountDifference";
import { casesWords, detailsOf, effectReading, whyWords } from "./verdict/verdictDetails";

const TEN = scaleOf(10);
const estimate = (value: number, half: number, n = 40) => ({
  value,
  low: value - half,
  high: value + half,
  n,
  clusters: n,
  method: "clustered mean",
});
const column = (number: number, more: Partial<ColumnResult> = {}) =>
  ({
    column: number,
    model_name: "small",
    prompt_name: "Answers",
    version: 1,
    criteria: [],
    ...more,
  }) as unknown as ColumnResult;
const comparison = (more: Partial<ComparisonResult> = {}): ComparisonResult => ({
  cases: 40,
  lost: 0,
  base_mean: estimate(0.7, 0.03),
  other_mean: estimate(0.75, 0.03),
  effect: estimate(0.05, 0.03),
  p: 0.004,
  p_adjusted: 0.008,
  verdict: "better",
  why: "clear",
  power: 0.62,
  cases_for_observed: null,
  cases_needed: 90,
  detectable: 0.04,
  detectable_beyond: 0.06,
  minimum_effect: 0.02,
  method: "paired sign-flip permutation",
  sentence: "",
  next_step: "",
  p_unseen: 0.03,
  missing_share: 0.072,
  cases_to_decide: null,
  ...more,
});
const facet = (more: Partial<FacetResult>): FacetResult => ({
  facet: "tag",
  group: "billing",
  column: 0,
  estimate: estimate(0.5, 0.1),
  difference: estimate(-0.2, 0.1),
  p_adjusted: 0.01,
  small: false,
  sentence: "",
  ...more,
});

const nextRun = (more: Partial<NextRun> = {}, plan = { cases: 300, trials: 1 }, usd: string | null = "0.4"): NextRun =>
  ({
    step: "add",
    cases: 120,
    trials: 1,
    available: 400,
    run: {
      plan,
      scorers: [],
      prospect: { forecast: { money: usd === null ? null : { likely_usd: usd }, simulated: false } },
    },
    ...more,
  }) as unknown as NextRun;

describe("the run that decides a comparison", () => {
  it("is offered only where more data helps", () => {
    expect(canDecide({ verdict: "cannot_tell", why: "noise" })).toBe(true);
    expect(canDecide({ verdict: "cannot_tell", why: "too_few_cases" })).toBe(true);
    expect(canDecide({ verdict: "cannot_tell", why: "equivalent" })).toBe(false);
    expect(canDecide({ verdict: "cannot_tell", why: "identical" })).toBe(false);
    expect(canDecide({ verdict: "better_on_these_cases", why: "unseen_cases" })).toBe(true);
    expect(canDecide({ verdict: "better", why: "clear" })).toBe(false);
  });
  it("says what is added and its price, never a price that nobody knows", () => {
    expect(decideWords(nextRun())).toBe("Add 180 cases for about $0.40 and decide");
    expect(decideWords(nextRun({}, { cases: 120, trials: 3 }))).toBe("Add 240 trials for about $0.40 and decide");
    expect(decideWords(nextRun({ step: "try_trials" }, { cases: 120, trials: 2 }))).toBe(
      "Add 120 trials for about $0.40 and try to decide",
    );
    expect(decideWords(nextRun({}, { cases: 300, trials: 1 }, null))).toBe(
      "Add 180 cases at an unknown price and decide",
    );
    expect(decideWords(nextRun({ step: "write_cases", run: null }))).toBeNull();
  });
});

describe("a verdict in words", () => {
  it("says how large the difference is, how sure, and what is too small to matter", () => {
    expect(effectReading(comparison(), TEN)).toBe(
      "The later run scores 0.5 higher; the true difference likely lies between +0.2 and +0.8. " +
        "Differences within the grey band, up to 0.2, are too small to matter to you.",
    );
    expect(effectReading(comparison({ effect: estimate(-0.01, 0.03), minimum_effect: 0 }), UNIT)).toBe(
      "The later run scores 0.01 lower; " +
        "the true difference likely lies between −0.04 and +0.02, so there may be no difference.",
    );
    expect(effectReading(comparison({ effect: estimate(0, 0.03), minimum_effect: 0 }), TEN)).toContain(
      "Both score the same",
    );
    // With the digits of the sentence beside it, which is the server's.
    expect(effectReading(comparison({ effect: estimate(0.131, 0.029) }), scaleOf(5))).toContain(
      "scores 0.66 higher; the true difference likely lies between +0.51 and +0.8",
    );
    expect(effectReading(comparison({ effect: null }), TEN)).toBe("There is no difference to draw yet.");
  });
  it("says why nobody can tell, and how many cases it would take", () => {
    expect(whyWords({ why: "clear" })).toBeNull();
    expect(whyWords({ why: "too_few_cases" })).toBe("Too few cases");
    expect(casesWords(comparison({ verdict: "cannot_tell", cases_needed: 180 }))).toBe(
      "About 180 cases would be needed; there are 40.",
    );
    expect(casesWords(comparison({ cases_needed: 180 }))).toBeNull();
    expect(
      casesWords(comparison({ verdict: "cannot_tell", cases_needed: 1800, next_step: "It would take 1,800 cases." })),
    ).toBeNull();
    expect(casesWords(comparison({ verdict: "cannot_tell", cases_needed: 30 }))).toBeNull();
    expect(casesWords(comparison({ verdict: "better_on_these_cases", cases_needed: 180 }))).toBeNull();
  });
  it("keeps the names of methods for the details, and explains each number", () => {
    const alone = detailsOf(comparison(), TEN).map(({ name }) => name);
    const names = ["95% interval", "p", "p, unseen cases", "May be missing", "Power", "Cases needed for 0.2", "Method"];
    expect(alone).toEqual(names);
    const here = comparison({ verdict: "better_on_these_cases", why: "unseen_cases", cases_to_decide: 84 });
    expect(detailsOf(here, TEN).find(({ name }) => name === "Cases to decide")?.value).toBe("about 84");
    expect(detailsOf(here, TEN).find(({ name }) => name === "May be missing")?.meaning).toBe(
      "A kind of case up to this share of your traffic may be missing from 40 cases",
    );
    expect(whyWords(here)).toBe("Holds only for these cases");
    expect(detailsOf(comparison(), TEN, 3).find(({ name }) => name === "p, adjusted")?.meaning).toContain(
      "3 comparisons at once (Holm)",
    );
    expect(detailsOf(comparison({ p: 0.0001 }), TEN)[1]?.value).toBe("below 0.001");
  });
  it("tells dearer from cheaper, and nothing from nothing", () => {
    expect(timesText(2, 1.6, "more expensive", "cheaper")).toBe(", 20% cheaper");
    expect(timesText(1, 3, "more expensive", "cheaper")).toBe(", 3.0 times as much");
    expect(timesText(1, 1.001, "more expensive", "cheaper")).toBe(", the same");
    expect(timesText(0, 1, "more expensive", "cheaper")).toBe("");
  });
});

describe("the overview", () => {
  it("names columns by what tells them apart", () => {
    const [one, two] = [column(0), column(1, { version: 2 })];
    expect(columnWords(one, [one, two])).toBe("v1");
    const other = column(2, { model_name: "large" });
    expect(columnWords(one, [one, other])).toBe("small");
    expect(columnWords(one, [one, two, other])).toBe("small · v1");
    expect(columnWords(column(1), [one, column(1)])).toBe("small · 2");
  });
  it("gives a change in percent of what it was", () => {
    expect(percentChange(0.5, 0.05)).toBe("(+10.0%)");
    expect(percentChange(0.5, -0.05)).toBe("(−10.0%)");
    expect(percentChange(0, 0.5)).toBe("");
  });
  it("says of a trend only what can be compared, and no verdict without a test", () => {
    const point = (number: number, value: number, breaks: string[] = []) => ({
      run: String(number),
      number,
      created_at: "",
      column: 0,
      model_name: "small",
      version: number,
      metric: "Grader",
      joined: number > 1 && breaks.length === 0,
      breaks,
      composite: estimate(value, 0.03),
    });
    const measure = { key: "Grader", kind: "scorer" as const, name: "Grader", scorers: [0], scale: 10, pass_at: null };
    const trend = [point(1, 0.5), point(2, 0.7, ["different version of the dataset"]), point(3, 0.72)];
    const said = trendReading({ run: "3", trend, previous: null, measure }, TEN);
    expect(said).toBe(
      "Run #3: 7.2 (6.9 to 7.5) by Grader. " + "2 runs in a row can be compared: same model, same metric, same cases.",
    );
    expect(said).not.toContain("highest");
    expect(trendReading({ run: "2", trend: trend.slice(0, 2), previous: null, measure }, TEN)).toContain("no line");
  });
  it("explains why several comparisons are held to a stricter bar", () => {
    const one = { ...comparison(), column: 1, base: 0 };
    expect(holmWords([one])).toBeNull();
    expect(holmWords([one, { ...one, column: 2 }])).toContain("2 columns are compared at once");
  });
});

describe("criteria", () => {
  it("lead from a bar to its cells, the last bar with its end", () => {
    expect(rangeOfBar(4, TEN)).toBe("from 4 to below 5");
    expect(rangeOfBar(9, scaleOf(5))).toBe("from 4.5 to 5");
    expect(cellsOfBar(4, 1, "Tone")).toEqual({ column: 1, of: "Tone", from: 0.4, to: 0.5 });
    expect(cellsOfBar(0, 1, "Tone")).toEqual({ column: 1, of: "Tone", to: 0.1 });
    expect(cellsOfBar(9, 1, "Tone")).toEqual({ column: 1, of: "Tone", from: 0.9 });
  });
  it("say when a criterion tells nothing apart", () => {
    const criterion = {
      name: "Tone",
      scale: 10,
      mean: 0.97,
      min: 0.5,
      max: 1,
      deviation: 0.1,
      estimate: estimate(0.97, 0.02),
      histogram: [0, 0, 0, 0, 0, 2, 0, 0, 0, 38],
      n: 40,
    };
    expect(criterionReading([{ column: column(0), criterion }])).toBe(
      "On average 9.7 of 10, over 40 scores. 95% are at the maximum, so this criterion hardly separates answers.",
    );
    expect(criterionReading([])).toBe("No answer was scored on this criterion yet.");
  });
});

describe("slices", () => {
  it("stand in an order that people expect, with one cell for each column", () => {
    expect(["XL", "M", "XS", "S", "L"].sort((one, other) => compareGroups("length", one, other))).toEqual([
      "XS",
      "S",
      "M",
      "L",
      "XL",
    ]);
    const found = [facet({ group: "b" }), facet({ group: "a", column: 1 }), facet({ group: "a" })];
    const shown = shownColumns(found, [column(0), column(1)]);
    const [block] = sliceBlocks(found, shown);
    expect(block?.rows.map(({ group, cells }) => [group, cells.map((cell) => cell?.column ?? null)])).toEqual([
      ["a", [0, 1]],
      ["b", [0, null]],
    ]);
    expect(shownColumns([facet({ column: null })], [column(0), column(1)])).toEqual([null]);
  });
  it("stand out only where it is certain and the group is not small", () => {
    expect(standing(facet({}))).toBe("lower");
    expect(standing(facet({ small: true }))).toBeNull();
    expect(standing(facet({ p_adjusted: 0.2 }))).toBeNull();
    expect(sliceBlocks([facet({ facet: "model", group: "small", column: null })], [0, 1])).toEqual([]);
    expect(slicesReading([facet({ small: true })], [column(0)], TEN)).toBe(
      "No group of cases differs significantly from the others. " +
        "1 group with a dashed edge has too few cases for a reliable score.",
    );
    expect(slicesReading([facet({})], [column(0)], TEN)).toContain("weakest first: billing with 5.0");
  });
});

describe("the ranking", () => {
  const ranked = (rank: number, low: number, high: number): Ranked => ({
    column: 0,
    strength: 0.5,
    low: 0.4,
    high: 0.6,
    rank,
    rank_low: low,
    rank_high: high,
    win_rate: null,
  });
  it("marks ranks that are shared", () => {
    const items = [ranked(1, 1, 1), ranked(2, 2, 3), ranked(2, 2, 3)];
    expect(items.map((item) => rankText(item, items))).toEqual(["1", "=2", "=2"]);
    expect(items.map((item) => rankWords(item, items))).toEqual([
      "1",
      "2, shared, between 2 and 3",
      "2, shared, between 2 and 3",
    ]);
  });
  it("tells duels and changes of mind", () => {
    expect(matchWords("A", "B", { wins: 3, losses: 1, ties: 2, flips: 1 })).toBe(
      "A against B: 3 won, 1 lost, 2 tied, 1 of them because the verdict changed with the order, of 6",
    );
    expect(matchWords("A", "B", { wins: 0, losses: 0, ties: 0, flips: 0 })).toBe("A and B had no duels");
    expect(flipWords({ flip_rate: estimate(0.4, 0.1, 20) })).toContain("40% of 20 duels. This is a high share");
    expect(flipWords({ flip_rate: estimate(0, 0.1, 20) })).toContain("in none of 20 duels");
    expect(flipWords({ flip_rate: null })).toBeNull();
  });
});

describe("the place among the results", () => {
  it("opens and closes the cells behind a number without losing the view", () => {
    const place = { view: "slices" as const, base: 1, minimum: 0.05 };
    const open = withCells(place, { column: 1, facet: "tag", group: "billing" });
    expect(open).toEqual({ ...place, column: 1, facet: "tag", group: "billing", cells: true });
    expect(wantedCells(open)).toEqual({ column: 1, facet: "tag", group: "billing" });
    expect(withoutCells(open)).toEqual(place);
    expect(cellsTitle({ of: "Tone", from: 0.4, to: 0.5 }, [column(0)], TEN)).toBe("Tone · 4.0 to 5.0");
    expect(
      cellsTitle({ facet: "length", group: "XL", column: 1 }, [column(0), column(1, { model_name: "large" })], SHARE),
    ).toBe("Score · Length XL · large");
  });
});
