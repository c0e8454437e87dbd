import { describe, expect, it } from "vitest";
import { clamped, readMode, readShare, shareAfter, USUAL } from "./panelSplit";

describe("the split", () => {
  it("is 30 to 70 when balanced and 65 to 35 in focus", () => {
    expect(USUAL).toEqual({ balanced: 30, focus: 65 });
  });
  it("is remembered, unless what was kept makes no sense", () => {
    expect(readShare("42.5", "balanced")).toBe(42.5);
    expect([
      readShare(null, "focus"),
      readShare("x", "focus"),
      readShare("99", "focus"),
      readShare("", "balanced"),
    ]).toEqual([65, 65, 65, 30]);
    expect([readMode("focus"), readMode("x"), readMode(null)]).toEqual(["focus", "balanced", "balanced"]);
  });
  it("moves by keys, within bounds, and Enter takes it back", () => {
    expect(shareAfter("ArrowRight", 30, "balanced")).toBe(32);
    expect(shareAfter("ArrowLeft", 20, "balanced")).toBe(20);
    expect(shareAfter("End", 30, "balanced")).toBe(80);
    expect(shareAfter("Enter", 50, "focus")).toBe(65);
    expect(shareAfter("a", 30, "balanced")).toBeNull();
    expect([clamped(5), clamped(95), clamped(33.333)]).toEqual([20, 80, 33.3]);
  });
});
