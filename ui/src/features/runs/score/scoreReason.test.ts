import { describe, expect, it } from "vitest";
import { scoreReason } from "./scoreReason";

describe("the reason of a score", () => {
  it("is the whole answer if a grader answers in words", () => {
    expect(scoreReason({ reason: "Too long", output: "Too long by half.\n<response>0.2</response>" })).toContain(
      "half",
    );
  });

  it("is what was read from the answer if a judge answers in JSON", () => {
    expect(scoreReason({ reason: "Too long", output: '{"score": 0.2, "reason": "Too long"}' })).toBe("Too long");
    expect(scoreReason({ reason: "Too long", output: '```json\n{"score": 0.2}\n```' })).toBe("Too long");
  });

  it("is unfolded where nothing else was read from JSON", () => {
    const output = '{"criteria": {"tone": {"score": 2, "why": "Rude"}}, "safetyFlags": []}';
    expect(scoreReason({ reason: "", output })).toBe("Criteria, Tone, Score: 2\nCriteria, Tone, Why: Rude");
  });

  it("is empty if nobody said anything", () => {
    expect(scoreReason({ reason: null, output: null })).toBe("");
  });
});
