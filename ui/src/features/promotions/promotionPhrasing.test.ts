import { describe, expect, it } from "vitest";
import {
  isMissing,
  moveWords,
  percentText,
  protectionWords,
  reasonProblem,
  requirementSummary,
  sentenceAbove,
} from "./promotionPhrasing";

const met = { name: "version", met: true, sentence: "The content of version 4 is unchanged." };
const verdict = { name: "verdict", met: false, sentence: "Run 7 is worse." };
const noRun = { name: "run", met: false, sentence: "There is no completed run." };

describe("promotions in words", () => {
  it("says what moves", () => {
    expect(moveWords({ label: "production", number: 4, from_number: 3 })).toBe("production from v3 to v4");
    expect(moveWords({ label: "production", number: 1, from_number: null })).toBe("v1 to production");
  });

  it("counts what is not met", () => {
    expect(requirementSummary([met, { ...verdict, met: true }])).toBe("All requirements are met");
    expect(requirementSummary([met, verdict])).toBe("1 requirement of 2 not met");
    expect(isMissing([met, noRun], "run")).toBe(true);
    expect(isMissing([met, verdict], "version")).toBe(false);
  });

  it("says a sentence once: beside the verdict, or in the list of requirements", () => {
    expect(sentenceAbove({ sentence: "Run 7 is worse.", requirements: [met, verdict] })).toBe("Run 7 is worse.");
    expect(sentenceAbove({ sentence: noRun.sentence, requirements: [met, noRun] })).toBeUndefined();
    expect(sentenceAbove({ sentence: "Nothing to compare with.", requirements: [met] })).toBe(
      "Nothing to compare with.",
    );
    expect(sentenceAbove({ sentence: "", requirements: [] })).toBeUndefined();
  });

  it("takes no reason that explains nothing", () => {
    expect(reasonProblem("  ")).toBe("Enter a reason");
    expect(reasonProblem("Production is down")).toBe("At least 20 characters: 2 more");
    expect(reasonProblem("Production is down, see incident 12")).toBeUndefined();
  });

  it("says what a protection asks for", () => {
    expect(percentText(0.02)).toBe("2 %");
    expect(protectionWords({ margin: 0.02, minimum_effect: 0 }, null)).toBe(
      "A completed run has to show that the version is not worse by more than 2 %.",
    );
    expect(protectionWords({ margin: 0.02, minimum_effect: 0.05 }, "Nightly")).toBe(
      "A run of the suite “Nightly” has to show that the version is better by at least 5 %.",
    );
  });
});
