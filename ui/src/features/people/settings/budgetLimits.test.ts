import { expect, it } from "vitest";
import { limitProblem } from "./budgetLimits";

it("takes an amount from a cent on, or nothing for no limit", () => {
  expect(["", "  ", "0.01", "1000000"].map(limitProblem)).toEqual([undefined, undefined, undefined, undefined]);
  for (const typed of ["0", "0.009", "-5", "1000001", "a"]) expect(limitProblem(typed)).toContain("empty for no limit");
});
