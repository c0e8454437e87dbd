import { describe, expect, it } from "vitest";
import type { ProjectEvent } from "@/api/types";
import { fileUrl, spendingQueryOf } from "./api";
import { AHEAD, courseOf, inSight, leftWords, momentWords, SPENT, standingOf } from "./budget/burnDown";
import { staleReports } from "./events";
import { daysOf, everyDay, isDay, lastOfMonth, later, spanWords } from "./period";
import { moved, type ReportUrlState } from "./reportUrlState";
import { colourIn, stacked } from "./stackedBars";
import { tokenBars, tokensReading } from "./tokens/tokenBars";
import type { BurnDown, DayPart, Sums } from "./types";
import { differenceText, freshTokens, nameOf, savedText, shareText, spendingReading } from "./reportPhrasing";

const sums = (by: Partial<Sums> = {}): Sums => ({
  calls: 10,
  cost_usd: "3",
  doubt_usd: "0",
  doubt_tokens: 0,
  prompt_tokens: 100,
  completion_tokens: 20,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  simulated_usd: "0",
  overrun_usd: "0",
  ...by,
});
const part = (day: string, key: string, cost: string): DayPart => ({ day, key, label: `Model ${key}`, cost_usd: cost });

describe("the days of a report", () => {
  it("count both ends, and end today", () => {
    expect(daysOf({}, "2026-11-16")).toEqual({ from: "2026-10-18", to: "2026-11-16" });
    expect(everyDay(daysOf({ period: "7d" }, "2026-11-16"))).toHaveLength(7);
    expect(daysOf({ period: "month" }, "2026-11-16")).toEqual({ from: "2026-11-01", to: "2026-11-16" });
    expect(daysOf({ period: "last-month" }, "2026-03-05")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(daysOf({ period: "last-month" }, "2026-01-31")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  });
  it("are taken as meant when they are typed the wrong way round", () => {
    expect(daysOf({ period: "custom", from: "2026-11-09", to: "2026-11-02" }, "2026-11-16")).toEqual({
      from: "2026-11-02",
      to: "2026-11-09",
    });
    expect(daysOf({ period: "custom", from: "2026-11-09" }, "2026-11-16")).toEqual({
      from: "2026-11-09",
      to: "2026-11-16",
    });
    expect(daysOf({ period: "custom" }, "2026-11-16")).toEqual(daysOf({}, "2026-11-16"));
  });
  it("are two years at most", () => {
    expect(daysOf({ period: "custom", from: "2020-01-01", to: "2026-11-16" }, "2026-11-16")).toEqual({
      from: "2024-11-16",
      to: "2026-11-16",
    });
  });
  it("know the calendar", () => {
    expect(lastOfMonth("2028-02-10")).toBe("2028-02-29");
    expect(later("2026-03-01", -1)).toBe("2026-02-28");
    expect(isDay("2026-02-29")).toBe(false);
    expect(isDay("2026-02-28")).toBe(true);
    expect(isDay("<script>")).toBe(false);
  });
  it("read as a span", () => {
    expect(spanWords({ from: "2026-10-18", to: "2026-11-16" })).toBe("Oct 18 to Nov 16, 2026");
    expect(spanWords({ from: "2025-12-30", to: "2026-01-02" })).toBe("Dec 30, 2025 to Jan 2, 2026");
    expect(spanWords({ from: "2026-11-16", to: "2026-11-16" })).toBe("Nov 16, 2026");
  });
});

it("goes back to what a place is by itself", () => {
  const place: ReportUrlState = { period: "7d", model: "m" };
  expect(moved(place, { model: undefined, group: "run" })).toEqual({ period: "7d", group: "run" });
});

describe("bars", () => {
  const days = { from: "2026-11-01", to: "2026-11-03" };
  it("have a value for every day, those without calls too", () => {
    const { series, points } = stacked(
      [part("2026-11-01", "a", "1"), part("2026-11-03", "a", "0.5"), part("2026-11-03", "b", "2")],
      days,
      "model",
    );
    expect(series.map(({ key, colour }) => [key, colour])).toEqual([
      ["b", 1],
      ["a", 2],
    ]);
    expect(points.map(({ at, values }) => [at, values["a"], values["b"]])).toEqual([
      ["2026-11-01", 1, 0],
      ["2026-11-02", 0, 0],
      ["2026-11-03", 0.5, 2],
    ]);
  });
  it("give the dearest four a colour each and the rest one together, and lose no cent", () => {
    const parts = ["a", "b", "c", "d", "e", "f"].map((key, index) => part("2026-11-02", key, String(6 - index)));
    const bars = stacked(parts, days, "model");
    expect(bars.series.map(({ label, colour }) => [label, colour]).at(-1)).toEqual(["2 others", "rest"]);
    expect(Object.values(bars.points[1]?.values ?? {}).reduce<number>((all, one) => all + (one ?? 0), 0)).toBe(21);
    expect([colourIn(bars, "a"), colourIn(bars, "f")]).toEqual([1, "rest"]);
  });
  it("put what the server has put together with all else that has no colour", () => {
    const parts = [
      ...["a", "b", "c", "d", "e"].map((key) => part("2026-11-02", key, "1")),
      { ...part("2026-11-02", "others", "9"), label: "Others" },
    ];
    const { series, points } = stacked(parts, days, "model");
    expect(series.map(({ label }) => label)).toEqual(["Model a", "Model b", "Model c", "Model d", "Others"]);
    expect(points[1]?.values["others"]).toBe(10);
  });
  it("keep the colour of a phase, whatever it cost", () => {
    const { series } = stacked(
      [
        { ...part("2026-11-01", "judge", "9"), label: "judge" },
        { ...part("2026-11-01", "assist", "1"), label: "assist" },
      ],
      days,
      "phase",
    );
    expect(series).toEqual([
      { key: "judge", label: "Judges", colour: 2 },
      { key: "assist", label: "Assistance", colour: 4 },
    ]);
  });
  it("of nothing are no bars", () => {
    const bars = stacked([], days, "model");
    expect(bars.series).toEqual([]);
    expect(bars.points).toHaveLength(3);
    expect(colourIn(bars, "a")).toBeNull();
  });
});

describe("words", () => {
  const days = { from: "2026-11-01", to: "2026-11-02" };
  it("say how much, what for, and when most", () => {
    const series = [part("2026-11-01", "a", "1"), part("2026-11-02", "a", "1"), part("2026-11-02", "b", "1")];
    expect(spendingReading({ series, total: sums() }, days, "model")).toBe(
      "$3.00 in 2 days, 67% of it for Model a. The most expensive day was Nov 2 with $2.00.",
    );
    expect(
      spendingReading(
        { series: [part("2026-11-02", "a", "3")], total: sums() },
        { from: "2026-11-02", to: "2026-11-02" },
        "model",
      ),
    ).toBe("$3.00 in 1 day, all of it for Model a.");
    expect(spendingReading({ series: [], total: sums({ cost_usd: "0" }) }, days, "model")).toBe("10 calls at no cost.");
  });
  it("name what belongs to none, and show what hides in a name", () => {
    expect(nameOf("run", { key: "none", label: "" })).toBe("Outside of runs");
    expect(nameOf("model", { key: "x", label: "gpt\u202E4" })).toBe("gpt[U+202E]4");
    expect(nameOf("day", { key: "2026-11-02", label: "" })).toBe("Nov 2");
    expect(nameOf("day", { key: "not a day", label: "" })).toBe("not a day");
  });
  it("never let something read as nothing", () => {
    expect([shareText(0), shareText(0.001), shareText(0.5), shareText(null)]).toEqual(["0%", "<1%", "50%", "–"]);
  });
  it("say when a cache cost more than it saved", () => {
    expect([savedText(-0.5), savedText(2), savedText(null)]).toEqual(["−$0.50", "$2.00", "unknown"]);
  });
  it("compare two amounts", () => {
    expect(differenceText(12.3, 4.1)).toBe("$8.20 less (67%)");
    expect(differenceText(1, 1.5)).toBe("$0.50 more (50%)");
    expect(differenceText(1, 1)).toBe("the same");
    expect(differenceText(0, 1)).toBe("$1.00 more");
  });
});

describe("tokens", () => {
  const days = { from: "2026-11-01", to: "2026-11-02" };
  it("are counted once: what came from the cache is part of the prompt", () => {
    const day = { day: "2026-11-02", ...sums({ cache_read_tokens: 30, cache_write_tokens: 10 }) };
    expect(freshTokens(day)).toBe(60);
    const { series, points } = tokenBars([day], days);
    expect(series.map(({ key }) => key)).toEqual(["fresh", "read", "written", "completion"]);
    expect(points.map(({ values }) => Object.values(values).reduce<number>((all, one) => all + (one ?? 0), 0))).toEqual(
      [0, 120],
    );
  });
  it("leave out what never occurs", () => {
    expect(tokenBars([{ day: "2026-11-02", ...sums() }], days).series.map(({ key }) => key)).toEqual([
      "fresh",
      "completion",
    ]);
    expect(tokensReading(sums())).toBe("Models read 100 and wrote 20 tokens.");
    expect(tokensReading(sums({ cache_read_tokens: 25 }))).toBe(
      "Models read 100 and wrote 20 tokens; 25% of what they read came from the cache.",
    );
  });
});

describe("the budget of a month", () => {
  const report: BurnDown = {
    month: "2026-11-01",
    today: "2026-11-04",
    limit_usd: "30",
    spent_usd: "6",
    held_usd: "0",
    days: [
      { day: "2026-11-01", spent_usd: "2" },
      { day: "2026-11-03", spent_usd: "4" },
    ],
    projected: { value_usd: "18", low_usd: "12", high_usd: "24" },
    projected_from_days: 4,
    runs_out_on: null,
    sentence: "",
  };
  it("adds up day by day and goes on to the end", () => {
    const { moments, series } = courseOf(report);
    expect(series).toEqual([SPENT, AHEAD]);
    expect(
      moments.map(({ key, readings }) => [key, readings["spent"]?.value ?? null, readings["ahead"]?.value ?? null]),
    ).toEqual([
      ["2026-11-01", 2, null],
      ["2026-11-02", 2, null],
      ["2026-11-03", 6, null],
      ["2026-11-04", 6, 6],
      ["2026-11-30", null, 18],
    ]);
  });
  it("has no line ahead on the last day, or where nobody can tell", () => {
    expect(courseOf({ ...report, today: "2026-11-30" }).series).toEqual([SPENT]);
    expect(courseOf({ ...report, projected: null }).series).toEqual([SPENT]);
    expect(
      courseOf({ ...report, days: [], today: "2026-11-01" }).moments.map(({ readings }) => readings["spent"]?.value),
    ).toEqual([0, undefined]);
  });
  it("is read in words", () => {
    const last = courseOf(report).moments.at(-1);
    expect(last && momentWords(last)).toBe("Nov 30, the end of the month: $18.00, likely $12.00 to $24.00");
    expect(leftWords({ ...report, today: "2026-11-29" })).toBe("2 days left");
  });
  it("draws a limit only where the line can still be seen", () => {
    const { moments } = courseOf(report);
    expect([inSight(20, moments), inSight(1_000, moments), inSight(null, moments), inSight(20, [])]).toEqual([
      20,
      null,
      null,
      null,
    ]);
  });
  it("says how worried to be", () => {
    expect(standingOf(report)).toBe("fine");
    expect(standingOf({ ...report, runs_out_on: "2026-11-25" })).toBe("running-out");
    expect(standingOf({ ...report, limit_usd: "20" })).toBe("close");
    expect(standingOf({ ...report, held_usd: "24" })).toBe("spent");
    expect(standingOf({ ...report, limit_usd: null })).toBe("no-limit");
  });
});

it("gives the same numbers as a file", () => {
  const query = spendingQueryOf({
    days: { from: "2026-11-01", to: "2026-11-02" },
    group: "run",
    stack: "phase",
    phase: "judge",
  });
  expect(fileUrl("my bot", "spending", query, "csv")).toBe(
    "/api/v1/projects/my%20bot/reports/spending" +
      "?group=run&stack=phase&from=2026-11-01&to=2026-11-02&phase=judge&format=csv",
  );
  expect(fileUrl(null, "spending", {}, "json")).toBe("/api/v1/installation/reports/spending?format=json");
});

it("is read again when something that is paid for has ended", () => {
  const event = (type: string): ProjectEvent => ({
    number: 1,
    type,
    at: "",
    actor: { kind: "user", id: null, label: "" },
    data: {},
  });
  expect(staleReports("p", event("run.completed"))).toEqual([["reports", "p"]]);
  expect(staleReports("p", event("run.progressed"))).toEqual([]);
});
