import { describe, expect, it } from "vitest";
import type { ProjectEvent } from "@/api/types";
import { staleMonitors } from "./events";
import { bodyOf, formOf, newForm, problemsOf } from "./form/monitorForm";
import { dueText, ZONES } from "./form/scheduleTimes";
import { monitorsKey, trendKey } from "./keys";
import { baselineWords, countWords, rulesWords } from "./list/monitorPhrasing";
import { alertsOf, drawn, raisedAt, troublesOf } from "./trend/trendSeries";
import { METRIC, scoreText, spanText } from "./trend/trendMetrics";
import { standing, trendReading } from "./trend/trendSummary";
import type { Monitor, Trend, TrendPoint } from "./types";

function point(number: number, score: number | null, more: Partial<TrendPoint> = {}): TrendPoint {
  const at = `2026-11-0${number}T09:00:00Z`;
  return {
    at,
    executions: 1,
    execution_id: `execution ${number}`,
    run_id: `run ${number}`,
    number,
    score,
    low: score === null ? null : score - 0.05,
    high: score === null ? null : score + 0.05,
    lowest: score,
    highest: score,
    pass_rate: score,
    cost_usd: "0.01",
    judge_cost_usd: "0.002",
    latency_p50_ms: 500,
    latency_p95_ms: 1200,
    n_cases: 50,
    answered: 50,
    failed: 0,
    canary: null,
    label: "sim-small",
    ...more,
  };
}

const baseline = { score: 0.82, low: 0.78, high: 0.86, words: "the last 7 good runs" };
const read = (points: TrendPoint[], openAlerts = 0, base: Trend["baseline"] = baseline) =>
  trendReading("score", { points, baseline: base, openAlerts });

describe("what a trend says", () => {
  it("is one sentence that needs no statistics", () => {
    expect(read([point(1, 0.83)])).toBe(
      "The latest run scored 0.83 (0.78 to 0.88): within the usual range of 0.78 to 0.86. No action is needed.",
    );
    expect(read([point(1, 0.83), point(2, 0.6)], 1)).toBe(
      "The latest run scored 0.60 (0.55 to 0.65): below the usual range of 0.78 to 0.86. An alert is open.",
    );
    expect(read([point(1, 0.76)])).toContain("a little below the usual range of 0.78 to 0.86, which may be chance");
    expect(read([point(1, 0.95)])).toContain("above the usual");
  });
  it("waits for more runs where nothing is usual yet", () => {
    expect(read([point(1, 0.83)], 0, null)).toBe(
      "The latest run scored 0.83 (0.78 to 0.88). The usual range is known after a few more runs.",
    );
    expect(read([point(1, 0.8), point(2, 0.6)], 0, null)).toBe(
      "The latest run scored 0.60 (0.55 to 0.65); 0.80 on average in the run before.",
    );
  });
  it("never names a range whose ends read the same", () => {
    expect(spanText(0.999, 1)).toBe("1.00");
    expect(standing(point(1, 1, { high: 1 }), { ...baseline, score: 1, low: 0.999, high: 1 })).toBe(
      "within the usual range of 1.00",
    );
  });
  it("names cost with judges, shares without a space, and times", () => {
    const points = [point(1, 0.8), point(2, 0.6, { pass_rate: 0.82 })];
    expect(trendReading("cost", { points, baseline, openAlerts: 0 })).toBe(
      "The latest run cost $0.0120; $0.0120 on average in the run before.",
    );
    expect(trendReading("pass_rate", { points, baseline, openAlerts: 0 })).toBe(
      "82% of the answers of the latest run passed; 80% on average in the run before.",
    );
    expect(trendReading("latency", { points, baseline, openAlerts: 0 })).toBe(
      "Half of the answers of the latest run came within 500 ms, 95 of 100 within 1.20 s.",
    );
  });
  it("says a score without an interval plainly", () => {
    expect(scoreText({ score: 0.5, low: null, high: null })).toBe("0.50");
    expect(scoreText({ score: null, low: null, high: null })).toBe("no score");
  });
});

describe("what is drawn", () => {
  const points = [point(1, 0.8), point(2, 0.7), point(3, null)];
  const alert: Trend["alerts"][number] = {
    id: "a",
    rule: "drop",
    target_key: null,
    severity: "critical",
    state: "open",
    cause: "model",
    title: "It fell",
    execution_id: null,
    opened_at: "2026-11-02T09:05:00Z",
    resolved_at: null,
  };
  it("puts an alert on the run that raised it", () => {
    const { moments } = drawn([{ key: "all", label: "All", points }], METRIC.score, [alert]);
    expect(moments.map(({ alert: mark }) => mark?.severity ?? null)).toEqual([null, "critical", null]);
    expect(moments[2]?.readings["all"]).toBeNull();
    expect(raisedAt(points, [alert], "execution 2")).toEqual([alert]);
    expect(troublesOf(points, [alert])).toEqual([
      { from: Date.parse("2026-11-02T09:00:00Z"), to: null, severity: "critical" },
    ]);
  });
  it("keeps alerts about money off the line of scores, and those of another model off this one's", () => {
    const all = [alert, { ...alert, id: "b", rule: "cost" as const }, { ...alert, id: "c", target_key: "large" }];
    expect(alertsOf(all, "score", "all").map(({ id }) => id)).toEqual(["a", "c"]);
    expect(alertsOf(all, "score", "small").map(({ id }) => id)).toEqual(["a"]);
    expect(alertsOf(all, "cost", "all").map(({ id }) => id)).toEqual(["b"]);
    expect(alertsOf(all, "latency", "all")).toEqual([]);
  });
  it("joins the lines of several models at the run they share", () => {
    const both = drawn(
      [
        { key: "small", label: "small", points },
        { key: "large", label: "large", points },
      ],
      METRIC.cost,
      [],
    );
    expect(both.moments.length).toBe(3);
    expect(Object.keys(both.moments[0]?.readings ?? {})).toEqual(["small", "large"]);
    expect(both.series.map(({ colour }) => colour)).toEqual([1, 2]);
  });
  it("gives the slowest answers a line of their own", () => {
    expect(
      drawn([{ key: "all", label: "All", points }], METRIC.latency, []).series.map(({ dashed }) => dashed ?? false),
    ).toEqual([false, true]);
  });
});

describe("the form of a monitor", () => {
  it("is well as it begins, but for its name", () => {
    expect(problemsOf(newForm("UTC"))).toEqual({ name: "Name is required" });
  });
  it("sends shares as shares, rules that are off as null, and the zone with the quiet hours", () => {
    const form = { ...newForm("Europe/Vienna"), name: " Nightly ", quiet: true };
    form.measures = {
      ...form.measures,
      drop_share: { on: true, typed: "7" },
      latency_ratio: { on: false, typed: "2" },
    };
    const body = bodyOf(form);
    expect(body.name).toBe("Nightly");
    expect(body.rules).toMatchObject({
      drop: true,
      drop_share: 0.07,
      latency_ratio: null,
      predicted_below: 0.7,
      threshold_score: null,
    });
    expect(body.quiet).toEqual({ from: "22:00", to: "07:00", timezone: "Europe/Vienna", weekends: false });
    expect(body.baseline).toEqual({ kind: "recent", runs: 7 });
    expect(body.channels).toEqual([]);
  });
  it("comes back from the server as it was sent", () => {
    const form = {
      ...newForm("UTC"),
      name: "Nightly",
      missed: "skip" as const,
      jitter: "30",
      baseline: "run" as const,
      baselineRun: "run 7",
      channels: ["c"],
    };
    const body = bodyOf(form);
    const monitor = {
      ...body,
      rules: { ...body.rules, latency_least_ms: 200, predicted_days: 7 },
      baseline: { kind: "run", run_id: "run 7", runs: 7 },
    } as unknown as Monitor;
    expect(bodyOf(formOf(monitor))).toEqual(body);
  });
  it("names every number that is out of bounds", () => {
    const form = { ...newForm("UTC"), name: "x", jitter: "1.5", recentRuns: "0", channels: [] };
    form.measures = { ...form.measures, cost_ratio: { on: true, typed: "1" } };
    expect(problemsOf(form)).toEqual({
      jitter: "Whole seconds from 0 to 3600",
      recentRuns: "From 1 to 30 runs",
      channels: "Choose at least one channel, or all channels",
      cost_ratio: "From 1.1 to 100",
    });
    expect(problemsOf({ ...newForm("UTC"), name: "x", baseline: "run" })).toEqual({ baselineRun: "Choose a run" });
  });
  it("shows due times on the clock of the schedule", () => {
    expect(dueText("2026-11-16T08:00:00Z", "Europe/Vienna")).toBe("Mon, Nov 16, 09:00");
    expect(ZONES[0]).toBe("UTC");
    expect(ZONES).toContain("Europe/Vienna");
  });
});

describe("a monitor in words", () => {
  const rules = { ...bodyOf(newForm("UTC")).rules, latency_least_ms: 200, predicted_days: 7 };
  it("says what it watches and what it compares with", () => {
    expect(rulesWords(rules)).toBe("quality, time and money and failed runs");
    const off = Object.fromEntries(
      Object.keys(rules).map((name) => [name, name.endsWith("_ms") || name.endsWith("_days") ? 7 : null]),
    ) as unknown as Monitor["rules"];
    expect(rulesWords(off)).toBe("nothing");
    expect(rulesWords({ ...off, missed: true })).toBe("failed runs");
    expect(baselineWords({ kind: "recent", runs: 1, run_id: null })).toBe("the last good run");
    expect(countWords([{ enabled: true }, { enabled: false }])).toBe("2 monitors, 1 switched off");
  });
});

it("reads the trend of a suite again when an execution was looked at", () => {
  const event = (type: string, data: object) => ({ type, data }) as ProjectEvent;
  expect(staleMonitors("p", event("execution.assessed", { suite: "s" }))).toEqual([
    monitorsKey("p"),
    trendKey("p", "s"),
  ]);
  expect(staleMonitors("p", event("alert.resolved", { suite: "s" }))).toEqual([trendKey("p", "s")]);
  expect(staleMonitors("p", event("run.created", {}))).toEqual([]);
});
