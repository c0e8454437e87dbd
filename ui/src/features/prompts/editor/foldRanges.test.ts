import { describe, expect, it } from "vitest";
import { foldEnd } from "./foldRanges";

const folded = (text: string, line = 1) => {
  const lines = text.split("\n");
  return foldEnd({ count: lines.length, text: (at) => lines[at - 1] ?? "" }, line);
};

describe("foldEnd", () => {
  it("folds what a tag encloses and leaves both tags in sight", () => {
    expect(folded("<question>\nWhat?\nWhy?\n</question>\nAnswer.")).toBe(3);
    expect(folded('<doc id="1">\nText\n</doc>')).toBe(2);
  });

  it("finds the tag that closes this one and not one inside", () => {
    expect(folded("<a>\n<a>\nin\n</a>\nout\n</a>\nafter")).toBe(5);
    expect(folded("<a>\n<a>\nin\n</a>\nout\n</a>\nafter", 2)).toBe(3);
  });

  it("folds nothing behind a tag that is closed at once, never, or of itself", () => {
    expect(folded("<b>bold</b>\ntext")).toBeNull();
    expect(folded("<b>\n</b>")).toBeNull();
    expect(folded("<response>\ntext without an end")).toBeNull();
    expect(folded("<br/>\ntext\n</br>")).toBeNull();
  });

  it("folds what stands further in, over empty lines, up to the last word", () => {
    expect(folded("Rules:\n  - one\n\n  - two\n\nNext")).toBe(4);
    expect(folded("Rules:\n\t- one\nNext")).toBe(2);
    expect(folded("Rules:\n- one")).toBeNull();
    expect(folded("\n  in")).toBeNull();
  });
});
