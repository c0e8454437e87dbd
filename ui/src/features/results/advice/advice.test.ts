import { describe, expect, it } from "vitest";
import type { ModelFigures } from "@/api/types";
import { fitsInOrder, namesOf, wished } from "./advicePhrasing";

const model = (column: number, name: string, cost: number | null) =>
  ({ column, name, cost_usd: cost === null ? null : { value: cost } }) as ModelFigures;
const models = [model(0, "large", 0.02), model(1, "small", 0.001), model(2, "own", null)];

describe("advice on models", () => {
  it("puts what fits first, and the cheaper before the dearer", () => {
    const fit = (column: number, fits: "yes" | "perhaps" | "no") => ({ column, fits, sentence: "" });
    expect(fitsInOrder([fit(2, "yes"), fit(0, "yes"), fit(1, "perhaps")], models).map(({ column }) => column)).toEqual([
      0, 2, 1,
    ]);
    expect(fitsInOrder([fit(0, "yes"), fit(1, "yes")], models).map(({ column }) => column)).toEqual([1, 0]);
  });
  it("names a tie in its order", () => {
    expect(namesOf([1, 0], models)).toEqual(["small", "large"]);
    expect(namesOf([7], models)).toEqual(["Column 8"]);
  });
  it("reads a wish on the scale people see", () => {
    expect(wished("8", 10, 10)).toBe(0.8);
    expect([wished("", 1), wished("11", 10), wished("-1", 10), wished("x", 1)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
