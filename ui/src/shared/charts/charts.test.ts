import { describe, expect, it } from "vitest";
import { around, covering, mirrored, niceTicks, place } from "./axis";
import { changeText, distanceText, estimateText, scaleOf, SHARE, UNIT, valueText } from "./estimateText";

describe("how an estimate reads", () => {
  it("carries its uncertainty on the scale people know", () => {
    expect(estimateText(scaleOf(10), { value: 0.82, low: 0.79, high: 0.85 })).toBe("8.2 (7.9 to 8.5)");
    expect(estimateText(UNIT, { value: 0.82, low: 0.79, high: 0.85 })).toBe("0.82 (0.79 to 0.85)");
    expect(estimateText(SHARE, { value: 0.82, low: 0.79, high: 0.85 })).toBe("82% (79% to 85%)");
  });
  it("says both ends when the sides differ", () => {
    expect(estimateText(UNIT, { value: 0.97, low: 0.85, high: 0.99 })).toBe("0.97 (0.85 to 0.99)");
    expect(estimateText(SHARE, { value: 1, low: 0.81, high: 1 })).toBe("100% (81% to 100%)");
  });
  it("keeps a digit of a small distance, as the server does", () => {
    expect(distanceText(UNIT, 0.15)).toBe("0.15");
    expect(distanceText(UNIT, 0.0042)).toBe("0.004");
    expect(distanceText(UNIT, 0.02)).toBe("0.02");
    expect(distanceText(scaleOf(10), -0.052)).toBe("0.52");
  });
  it("gives a change its sign, and nought none", () => {
    expect(changeText(scaleOf(10), 0.05)).toBe("+0.5");
    expect(changeText(SHARE, -0.05)).toBe("−5 points");
    expect(changeText(scaleOf(5), 0.131)).toBe("+0.66");
    expect(changeText(SHARE, 0.004)).toBe("+0.4 points");
    expect(changeText(UNIT, -0.001)).toBe("−0.001");
    expect(changeText(UNIT, -0.0001)).toBe("±0.00");
    expect(valueText(scaleOf(10), -0.001)).toBe("0.0");
  });
});

describe("axes", () => {
  it("have round marks that cover the values", () => {
    expect(niceTicks({ low: 0.61, high: 0.83 })).toEqual([0.6, 0.7, 0.8, 0.9]);
    expect(niceTicks({ low: 0, high: 1 })).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(niceTicks({ low: 0.5, high: 0.5 }).length).toBeGreaterThan(1);
  });
  it("place values within the drawing", () => {
    expect(place(0.5, { low: 0, high: 1 })).toBe(50);
    expect(place(2, { low: 0, high: 1 })).toBe(100);
    expect(place(1, { low: 1, high: 1 })).toBe(50);
  });
  it("put nought in the middle of a difference", () => {
    const domain = mirrored([-0.02, 0.08]);
    expect(domain.low).toBe(-domain.high);
    const marks = around(niceTicks(domain));
    expect(place(0, marks)).toBeCloseTo(50);
    expect(covering([], 0.1)).toEqual({ low: 0, high: 1 });
  });
});
