import { describe, expect, it } from "vitest";
import { misfit } from "./columnsFit";
import { mergedWords } from "./MergeDialog";
import { tagActionOf, tagActionSentence, matchingTags } from "./tagActions";

const KNOWN = [
  { tag: "billing", cases: 12 },
  { tag: "Bills", cases: 1 },
  { tag: "logic", cases: 3 },
];

describe("tags", () => {
  it("are renamed to a new name and merged with one that is there", () => {
    expect(tagActionOf(["billing"], " money ", KNOWN)).toEqual({ action: "rename", tags: ["billing"], to: "money" });
    expect(tagActionOf(["billing"], "Bills", KNOWN)).toEqual({ action: "merge", tags: ["billing"], to: "Bills" });
    expect(tagActionOf(["billing", "Bills"], "billing", KNOWN)).toEqual({
      action: "merge",
      tags: ["billing", "Bills"],
      to: "billing",
    });
  });
  it("stay where nothing else was typed", () => {
    expect(tagActionOf(["billing"], "billing", KNOWN)).toBeNull();
    expect(tagActionOf(["billing", "Bills"], "  ", KNOWN)).toBeNull();
  });
  it("say beforehand what happens to how many cases", () => {
    expect(tagActionSentence({ action: "rename", tags: ["billing"], to: "money" }, KNOWN, 4)).toBe(
      "Renames “billing” to “money” on 12 cases. This creates version 5; version 4 keeps the old tags.",
    );
    expect(tagActionSentence({ action: "remove", tags: ["billing", "Bills"] }, KNOWN, 1)).toBe(
      "Removes “billing”, “Bills” from up to 13 cases. The cases are kept. This creates version 2; version 1 keeps the old tags.",
    );
    expect(tagActionSentence({ action: "merge", tags: ["Bills"], to: "billing" }, KNOWN, 1)).toContain(
      "Replaces “Bills” with “billing” on 1 case.",
    );
  });
  it("are found by a part of their name, in any case", () => {
    expect(matchingTags(KNOWN, "BILL").map(({ tag }) => tag)).toEqual(["billing", "Bills"]);
    expect(matchingTags(KNOWN, "")).toHaveLength(3);
  });
});

describe("merging", () => {
  it("names the columns that do not fit", () => {
    expect(misfit(["question"], ["question"])).toBeNull();
    expect(misfit([], ["question"])).toBeNull();
    expect(misfit(["question", "lang"], ["question", "plan"])).toBe(
      "The other dataset has “plan”, which this dataset does not, and lacks “lang”.",
    );
  });
  it("says what came of it", () => {
    expect(mergedWords({ added: 12, duplicates: 3, version: 5 })).toBe(
      "12 cases added, 3 duplicates left out, version 5",
    );
    expect(mergedWords({ added: 0, duplicates: 1, version: 5 })).toBe("Nothing to add, 1 duplicate left out");
  });
});
