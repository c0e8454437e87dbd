import { describe, expect, it } from "vitest";
import { freeName, STARTER } from "./newPromptNames";

describe("a prompt that nobody has named", () => {
  it("gets the first name that is free", () => {
    expect(freeName([])).toBe("Untitled prompt");
    expect(freeName(["untitled prompt", "Untitled prompt 3"])).toBe("Untitled prompt 2");
    expect(freeName(["Untitled prompt", "Untitled prompt 2"])).toBe("Untitled prompt 3");
  });

  it("begins with words that need no dataset and ask for no JSON", () => {
    expect(STARTER).not.toMatch(/\{\{|json|<response>/i);
  });
});
