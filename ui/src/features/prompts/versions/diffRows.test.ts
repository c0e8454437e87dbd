import { describe, expect, it } from "vitest";
import { countsOf, cutsOf, pairsOf, rowsOf, unifiedOf } from "./diffRows";

const LINES = ["@@ -1,4 +1,4 @@", " same", "-old one", "-old two", "+new one", " end", "+more"];

describe("the lines of a diff", () => {
  it("get the numbers they have before and after", () => {
    const rows = rowsOf(["@@ -10,2 +20,2 @@", " a", "-b", "+c", "@@ -0,0 +1 @@", "+d"]);
    expect(rows.map((row) => [row.kind, row.old, row.new])).toEqual([
      ["gap", null, null],
      ["same", 10, 20],
      ["removed", 11, null],
      ["added", null, 21],
      ["gap", null, null],
      ["added", null, 1],
    ]);
  });
  it("keep a text that itself begins with a sign", () => {
    expect(rowsOf(["--- not a header", "+@@ nor this"]).map(({ text }) => text)).toEqual([
      "-- not a header",
      "@@ nor this",
    ]);
  });
  it("stand beside what took their place", () => {
    const pairs = pairsOf(rowsOf(LINES)).map(({ left, right }) => [left?.text ?? null, right?.text ?? null]);
    expect(pairs.slice(1)).toEqual([
      ["same", "same"],
      ["old one", "new one"],
      ["old two", null],
      ["end", "end"],
      [null, "more"],
    ]);
  });
  it("come in one column as removed, then added, and none is lost", () => {
    const lines = unifiedOf(pairsOf(rowsOf(LINES))).map(({ row }) => row.text);
    expect(lines.slice(1)).toEqual(["same", "old one", "old two", "new one", "end", "more"]);
    expect(countsOf(rowsOf(LINES))).toEqual({ added: 2, removed: 2 });
  });
});

describe("words within a line", () => {
  it("are marked where they differ", () => {
    const cuts = cutsOf("Write at most three sentences.", "Write at most two sentences.");
    expect(cuts?.map((bits) => bits.filter(({ changed }) => changed).map(({ text }) => text))).toEqual([
      ["three"],
      ["two"],
    ]);
    expect(cuts?.[1].map(({ text }) => text).join("")).toBe("Write at most two sentences.");
  });
  it("are left alone when the lines have little in common or are very long", () => {
    expect(cutsOf("Question: {{question}}", "<question>")).toBeNull();
    expect(cutsOf("a b ".repeat(500), "a c ".repeat(500))).toBeNull();
  });
});
