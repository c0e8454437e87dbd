import { describe, expect, it } from "vitest";
import { reasonFor, statesOf } from "./variableStates";

const missing = (variables: string[], columns: string[] | null) =>
  statesOf(variables, columns)
    .filter((state) => state.missing)
    .map(({ name }) => name);

describe("variables beside a dataset", () => {
  it("are missing when no column has their name; columns more are no matter", () => {
    expect(missing(["question", "plan"], ["question", "answer", "tier"])).toEqual(["plan"]);
  });

  it("are not called missing while nobody knows the columns", () => {
    expect(missing(["question"], null)).toEqual([]);
    expect(reasonFor(statesOf(["question"], null), "FAQ")).toBeNull();
  });

  it("say why in words", () => {
    expect(reasonFor(statesOf(["plan"], []), "FAQ")).toEqual({
      tone: "error",
      words: "“FAQ” has no column plan. Add it to the dataset, or remove it from the prompt.",
    });
    expect(reasonFor(statesOf(["a", "b", "c"], ["b"]), "FAQ")?.words).toMatch(/has no columns a and c\. Add them/);
  });

  it("ask for a dataset when there is none, and for nothing without variables", () => {
    expect(reasonFor(statesOf(["a", "b"], null), null)).toEqual({
      tone: "hint",
      words: "A run needs a dataset with columns a and b.",
    });
    expect(reasonFor([], null)).toBeNull();
  });
});
