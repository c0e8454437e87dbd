import { describe, expect, it } from "vitest";
import { problemsOf, protectionFrom, USUAL, valuesOf } from "./protectionForm";

describe("the form of a protection", () => {
  it("shows shares as percentages and sends them as shares", () => {
    const protection = {
      label: "production",
      suite: null,
      margin: 0.07,
      minimum_effect: 0.29,
      approver_role: "EDITOR" as const,
      author_may_approve: true,
    };
    expect(valuesOf(protection)).toMatchObject({ margin: "7", gain: "29" });
    expect(protectionFrom(valuesOf(protection))).toEqual(protection);
  });

  it("begins with what new projects have", () => {
    expect(protectionFrom({ ...USUAL, label: " production " })).toEqual({
      label: "production",
      suite: null,
      margin: 0.02,
      minimum_effect: 0,
      approver_role: "ADMIN",
      author_may_approve: false,
    });
  });

  it("takes only labels that can be protected, once", () => {
    const problem = (label: string) => problemsOf({ ...USUAL, label }, ["staging"]).label;
    expect(problem("production")).toBeUndefined();
    expect(problem("")).toBe("Label is required");
    expect(problem("latest")).toContain("moves automatically");
    expect(problem("Production")).toContain("Lower case letters");
    expect(problem("staging")).toBe("This label is protected already");
  });

  it("takes percentages", () => {
    expect(problemsOf({ ...USUAL, label: "a", margin: "", gain: "101" }, [])).toEqual({
      margin: "From 0 to 100",
      gain: "From 0 to 100",
    });
    expect(problemsOf({ ...USUAL, label: "a", margin: "0", gain: "0.5" }, [])).toEqual({});
  });
});
