import { describe, expect, it } from "vitest";
import { hunkLines, hunksOf, withHunks } from "./hunks";

const BEFORE = "You answer customers.\nBe short.\n\nMessage: {{message}}";
const AFTER = "You answer customers of a shop.\nBe short.\nName a delay.\n\nMessage: {{message}}\nSign it.";

describe("the changes of a rewritten prompt", () => {
  it("are separate hunks in the order of the text", () => {
    expect(hunksOf(BEFORE, AFTER)).toEqual([
      { old: 1, new: 1, removed: ["You answer customers."], added: ["You answer customers of a shop."] },
      { old: 3, new: 3, removed: [], added: ["Name a delay."] },
      { old: 5, new: 6, removed: [], added: ["Sign it."] },
    ]);
    expect(hunksOf(BEFORE, BEFORE)).toEqual([]);
  });

  it("give the new text when all are accepted, the old one when none is", () => {
    const hunks = hunksOf(BEFORE, AFTER);
    expect(withHunks(BEFORE, hunks, new Set([0, 1, 2]))).toBe(AFTER);
    expect(withHunks(BEFORE, hunks, new Set())).toBe(BEFORE);
  });

  it("are applied one by one", () => {
    const hunks = hunksOf(BEFORE, AFTER);
    expect(withHunks(BEFORE, hunks, new Set([1]))).toBe(
      "You answer customers.\nBe short.\nName a delay.\n\nMessage: {{message}}",
    );
    expect(withHunks(BEFORE, hunks, new Set([0, 2]))).toBe(
      "You answer customers of a shop.\nBe short.\n\nMessage: {{message}}\nSign it.",
    );
  });

  it("work on texts that have nothing in common, or are empty", () => {
    for (const [one, other] of [
      ["a\nb", "c"],
      ["", "a"],
      ["a", ""],
    ] as const) {
      const hunks = hunksOf(one, other);
      expect(withHunks(one, hunks, new Set(hunks.keys()))).toBe(other);
    }
  });

  it("are shown with the line before and after", () => {
    const [, second] = hunksOf(BEFORE, AFTER);
    expect(second && hunkLines(BEFORE, second)).toEqual(["@@ -2,1 +2,1 @@", " Be short.", "+Name a delay.", " "]);
  });
});
