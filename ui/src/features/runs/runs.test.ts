import { describe, expect, it, vi } from "vitest";
import type { GridRow, ProjectEvent, RunColumn } from "@/api/types";
import { staleRuns } from "./events";
import { withRows } from "./grid/gridApi";
import { toQuery } from "./grid/rowFilter";
import { cellsOf, StaleRows, rowsToRead } from "./live/staleRows";
import { throttled } from "./live/throttle";
import { stagesOf, totalsOf } from "./runStates";
import {
  cachingWords,
  columnDetail,
  commonParameters,
  duration,
  roughly,
  scoreText,
  versionWords,
} from "./runPhrasing";

const column = (model: string, version = 1, parameters: Record<string, unknown> = {}) =>
  ({ model_name: model, prompt_name: "Answers", version, parameters }) as RunColumn;
const progress = (total: number, answered: number, failed = 0) =>
  ({ total, open: total - answered - failed, answered, malformed: 0, failed, reused: 0 }) as never;
const row = (number: number, ...states: string[]) =>
  ({
    row: number,
    cells: states.map((state, place) => ({ ordinal: number * states.length + place, state })),
  }) as unknown as GridRow;

describe("stages", () => {
  it("show where a working run is", () => {
    const stages = stagesOf({ state: "executing", progress: [progress(50, 20, 5)], scorers: [] });
    expect(stages.map(({ state }) => state)).toEqual(["done", "now", "waiting", "waiting", "waiting"]);
    expect(stages[1]?.note).toBe("50%");
  });
  it("show where a paused run stopped", () => {
    expect(stagesOf({ state: "paused", progress: [progress(50, 20)], scorers: [] })[1]?.state).toBe("stopped");
    expect(stagesOf({ state: "paused", progress: [progress(50, 50)], scorers: [] })[2]?.state).toBe("stopped");
  });
  it("are all done at the end", () => {
    expect(
      stagesOf({ state: "completed", progress: [progress(1, 1)], scorers: [] }).every(({ state }) => state === "done"),
    ).toBe(true);
  });
  it("sum over columns", () => {
    expect(totalsOf({ progress: [progress(50, 20, 5), progress(50, 1)] })).toMatchObject({
      total: 100,
      done: 26,
      failed: 5,
    });
  });
});

describe("words", () => {
  it("tell columns apart by what differs only", () => {
    const same = [column("a", 1, { max_tokens: 60 }), column("b", 1, { max_tokens: 60 })];
    expect(columnDetail(same[0]!, same)).toBe("");
    expect(commonParameters(same)).toBe("max 60");
    const other = [column("a", 1, { temperature: 0 }), column("a", 2, { temperature: 1 })];
    expect(columnDetail(other[1]!, other)).toBe("v2 · temp 1");
    expect(versionWords(other)).toBe("Answers v1, v2");
  });
  it("say times and scores", () => {
    expect(duration(42.4)).toBe("42 s");
    expect(duration(192)).toBe("3 min 12 s");
    expect(roughly(0.2)).toBe("about a second");
    expect(roughly(40)).toBe("about 40 s");
    expect(roughly(600)).toBe("about 10 min");
    expect(scoreText(1)).toBe("1.00");
    expect(scoreText(0.4321)).toBe("0.43");
  });
});

describe("live rows", () => {
  it("are read again when an event names one of their cells", () => {
    const dirty = new StaleRows(2);
    dirty.note([5, 9]);
    const shown = [row(0, "answered", "answered"), row(2, "answered", "answered")];
    expect(rowsToRead(shown, dirty, false)).toEqual([2]);
    dirty.clean([2]);
    expect(rowsToRead(shown, dirty, false)).toEqual([]);
    expect(dirty.has(4)).toBe(true);
  });
  it("are all read again, once, when an event names none", () => {
    const dirty = new StaleRows(1);
    dirty.note(null);
    expect(dirty.has(7)).toBe(true);
    dirty.clean([7]);
    expect(dirty.has(7)).toBe(false);
    expect(dirty.has(8)).toBe(true);
  });
  it("that wait are looked at while the run works", () => {
    const shown = [row(0, "calling"), row(1, "answered"), row(2, "open")];
    expect(rowsToRead(shown, new StaleRows(1), true)).toEqual([0, 2]);
    expect(rowsToRead(shown, new StaleRows(1), false)).toEqual([]);
  });
  it("replace the old ones and leave other pages as they are", () => {
    const pages = [
      { items: [row(0, "open")], next_cursor: "x" },
      { items: [row(1, "open")], next_cursor: null },
    ];
    const news = row(1, "answered");
    const fresh = withRows({ pages, pageParams: [null, "x"] }, (one) => (one.row === 1 ? news : one));
    expect("pages" in fresh && fresh.pages[0]).toBe(pages[0]);
    expect("pages" in fresh && fresh.pages[1]?.items[0]).toBe(news);
    const page = { items: [row(0, "open"), row(1, "open")], next_cursor: null };
    expect(withRows(page, (one) => one)).toBe(page);
    expect(withRows(page, (one) => (one.row === 1 ? news : one))).toMatchObject({ items: [page.items[0], news] });
  });
  it("read only numbers from an event", () => {
    expect(cellsOf({ cells: [1, "2", 3] })).toEqual([1, 3]);
    expect(cellsOf({ cells: null })).toBeNull();
  });
});

describe("throttled", () => {
  it("acts at once, then once for all that came in between", () => {
    vi.useFakeTimers();
    const act = vi.fn();
    const news = throttled(act, 500);
    [1, 2, 3].forEach(() => news.ask());
    expect(act).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(499);
    expect(act).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5_000);
    expect(act).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });
});

describe("addresses and events", () => {
  it("become what the server asks for", () => {
    expect(toQuery({ failing: 0, tag: "odd" })).toEqual({ scorer: 0, passed: false, tag: "odd" });
    expect(toQuery({ sort: "score", by: 1, scorer: 2 })).toEqual({
      sort: "score",
      sort_column: 1,
      sort_scorer: 2,
      order: "asc",
    });
    expect(toQuery({})).toEqual({});
  });
  it("make lists and the run stale", () => {
    const event = {
      number: 1,
      type: "run.completed",
      at: "",
      actor: { kind: "user", id: null, label: "" },
      data: { run: "r" },
    } as ProjectEvent;
    expect(staleRuns("p", event)).toEqual([
      ["runs", "p"],
      ["run", "p", "r", "report"],
    ]);
    expect(staleRuns("p", { ...event, type: "token.created" })).toEqual([]);
  });
});

describe("what was cached", () => {
  const caching = {
    prompt_tokens: 20_000,
    read_tokens: 16_500,
    written_tokens: 1_500,
    share: 0.825,
    latency_read: null,
    latency_other: null,
  };
  it("states tokens, share and saving", () => {
    expect(cachingWords({ ...caching, saved_usd: "0.0289" })).toBe(
      "16.5K of 20K input tokens (83%) read from the provider's cache, saved $0.0289",
    );
  });
  it("compares latencies with their counts", () => {
    const latency_read = { calls: 11, mean_ms: 812.4 };
    const words = cachingWords({
      ...caching,
      saved_usd: "1",
      latency_read,
      latency_other: { calls: 1, mean_ms: 1250 },
    });
    expect(words).toMatch(/; 11 calls with it took 812 ms on average, 1 without it 1.25 s$/);
  });
  it("does not hide that it cost more, or that nobody knows", () => {
    expect(cachingWords({ ...caching, saved_usd: "-0.5" })).toContain("cost $0.50 more than it saved");
    expect(cachingWords({ ...caching, saved_usd: null })).toContain("saving unknown");
  });
});
