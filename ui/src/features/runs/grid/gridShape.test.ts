import { describe, expect, it } from "vitest";
import { gridShape } from "./gridShape";

const WANTED = { width: 969, showCase: true, answers: 1, hasEnd: true };

describe("the shape of the grid", () => {
  it("has the input and the expected answer before the answers", () => {
    expect(gridShape(WANTED)).toMatchObject({ showInput: true, showExpected: true, lead: 3 });
    expect(gridShape({ ...WANTED, showCase: false })).toMatchObject({ showInput: false, lead: 1 });
  });

  it.each([390, 428])("keeps the input and one answer within %i pixels", (width) => {
    const shape = gridShape({ ...WANTED, width });
    expect(shape).toMatchObject({ showInput: true, showExpected: false, lead: 2 });
    expect(shape.minWidth).toBeLessThanOrEqual(width);
  });

  it("scrolls sideways when there are more columns than fit", () => {
    expect(gridShape({ ...WANTED, answers: 10 }).minWidth).toBeGreaterThan(969);
  });
});
