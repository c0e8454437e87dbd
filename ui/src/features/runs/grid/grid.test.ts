import { renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { forget, readFrame, say, useLiveText } from "../live/liveText";
import { movedBy } from "./gridKeys";
import { pagesFor } from "./pageWindow";
import { filterOf, inPlainOrder, ROW_KINDS, toQuery } from "./rowFilter";
import { againstWords, isOffered, kindWords } from "./rowKinds";
import { categoriesOf, categoryName, violationsOf } from "./violations";

describe("pages", () => {
  it("cover what is in sight and a little more", () => {
    expect(pagesFor(0, 10, 10_000)).toEqual([0]);
    expect(pagesFor(35, 45, 10_000)).toEqual([0, 50]);
    expect(pagesFor(55, 62, 10_000)).toEqual([0, 50]);
    expect(pagesFor(9_990, 9_999, 10_000)).toEqual([9_950]);
    expect(pagesFor(0, 400, 120)).toEqual([0, 50, 100]);
    expect(pagesFor(0, 0, 0)).toEqual([]);
  });
});

describe("keys", () => {
  const size = { rows: 100, columns: 5, page: 6 };
  const press = (key: string, row: number, column: number, ctrlKey = false) =>
    movedBy({ key, ctrlKey, metaKey: false }, { row, column }, size);
  it("move by one, and stop at the edges", () => {
    expect(press("ArrowDown", 3, 1)).toEqual({ row: 4, column: 1 });
    expect(press("ArrowUp", 0, 1)).toEqual({ row: 0, column: 1 });
    expect(press("ArrowRight", 3, 4)).toEqual({ row: 3, column: 4 });
    expect(press("ArrowLeft", 3, 1)).toEqual({ row: 3, column: 0 });
  });
  it("move far", () => {
    expect(press("End", 3, 1)).toEqual({ row: 3, column: 4 });
    expect(press("End", 3, 1, true)).toEqual({ row: 99, column: 4 });
    expect(press("Home", 3, 3, true)).toEqual({ row: 0, column: 0 });
    expect(press("PageDown", 97, 2)).toEqual({ row: 99, column: 2 });
    expect(press("PageUp", 10, 2)).toEqual({ row: 4, column: 2 });
    expect(press("x", 1, 1)).toBeNull();
  });
});

describe("wanted rows", () => {
  it("ask the server for a kind of rows", () => {
    expect(toQuery({ show: "not_passed", column: 1 })).toEqual({ kind: "not_passed", column: 1 });
    expect(inPlainOrder({ show: "errors" })).toBe(false);
  });
  it("ask the server for flags and low grades", () => {
    expect(toQuery({ flagged: true, low: 0.5, column: 1 })).toEqual({ flagged: true, low: 0.5, column: 1 });
    expect(toQuery({ sort: "grade", by: 1 })).toMatchObject({ sort: "grade", sort_column: 1, order: "asc" });
    expect(filterOf({ flagged: false, search: "" })).toEqual({});
  });
  it("are read by their number only as they come", () => {
    expect(inPlainOrder({})).toBe(true);
    expect(inPlainOrder({ sort: "cost" })).toBe(false);
    expect(inPlainOrder({ low: 0 })).toBe(false);
  });
});

describe("kinds of rows", () => {
  const offered = (counts: Parameters<typeof isOffered>[1], judges: number) =>
    ROW_KINDS.filter((kind) => isOffered(kind, counts, judges));
  const baseline = { id: "1", number: 4 };
  it("are offered if this run can have them", () => {
    expect(offered({ baseline: null, judges_disagree: 0 }, 1)).toEqual(["not_passed", "errors", "flagged"]);
    expect(offered({ baseline, judges_disagree: 0 }, 1)).toEqual(
      expect.arrayContaining(["changed", "fixed", "broken"]),
    );
  });
  it("are the disagreements of judges where there are two, or where two disagreed", () => {
    expect(offered(undefined, 2)).toContain("judges_disagree");
    expect(offered({ baseline, judges_disagree: 3 }, 0)).toContain("judges_disagree");
    expect(offered({ baseline, judges_disagree: 0 }, 1)).not.toContain("judges_disagree");
    expect(kindWords("judges_disagree")).toBe("Judges disagree");
    expect(toQuery({ show: "judges_disagree" })).toEqual({ kind: "judges_disagree" });
  });
});

describe("words on their way", () => {
  it("never go back, neither to an earlier attempt nor to fewer words", () => {
    const shown = () => renderHook(() => useLiveText("run", 3)).result.current?.text ?? null;
    say("run", 3, { attempt: 1, text: "Hello", length: 5 });
    say("run", 3, { attempt: 1, text: "Hell", length: 4 });
    expect(shown()).toBe("Hello");
    say("run", 3, { attempt: 2, text: "H", length: 1 });
    say("run", 3, { attempt: 1, text: "Hello you", length: 9 });
    expect(shown()).toBe("H");
    forget("run", [3]);
    expect(shown()).toBeNull();
  });
  it("begin anew when a call that broke is made again", () => {
    const shown = () => renderHook(() => useLiveText("run", 4)).result.current?.text ?? null;
    say("run", 4, { attempt: 1, text: "Hello you", length: 9 });
    say("run", 4, { attempt: 1, text: "", length: 0 });
    expect(shown()).toBe("");
    say("run", 4, { attempt: 1, text: "Hello you", length: 9 });
    say("run", 4, { attempt: 1, text: "Good", length: 4 });
    expect(shown()).toBe("Good");
  });
  it("are read with care", () => {
    expect(readFrame({ ordinal: 1, attempt: 1, text: "a", length: 1 })).toMatchObject({ ordinal: 1 });
    expect(readFrame({ ordinal: "1", text: "a" })).toBeNull();
    expect(readFrame(null)).toBeNull();
  });
});

describe("safety", () => {
  const score = (categories: string[], blocked = false) => ({
    scorer: 0,
    value: 0,
    passed: false,
    problem: null,
    reason: { text: "", truncated: false },
    categories,
    blocked,
  });
  it("is blocked if one scorer says so, and names every kind once", () => {
    expect(violationsOf({ scores: [score([])] })).toBeNull();
    expect(violationsOf({ scores: [score(["email"]), score(["email", "phone"], true)] })).toEqual({
      blocked: true,
      categories: ["email", "phone"],
    });
    expect(violationsOf({ scores: [score(["override"])] })?.blocked).toBe(false);
  });
  it("is filtered by what the run's scorers can find", () => {
    expect(categoriesOf([{ kind: "exact" }])).toEqual([]);
    expect(categoriesOf([{ kind: "pii" }, { kind: "pii" }, { kind: "injection" }])).toContain("hidden_text");
    expect(categoryName("credit_card")).toBe("Card number");
    expect(categoryName("self-harm")).toBe("Self-harm");
  });
});

it("names the run that changed rows are compared with", () => {
  expect(againstWords(5)).toBe("Against run #5:");
});
