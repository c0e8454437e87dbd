import { describe, expect, it } from "vitest";
import { FocusZone } from "./focusZone";

function watched() {
  const told: string[] = [];
  let waiting: (() => void)[] = [];
  const zone = new FocusZone(
    () => told.push("in"),
    () => told.push("out"),
    (settle) => waiting.push(settle),
  );
  const settle = () => {
    const now = waiting;
    waiting = [];
    now.forEach((one) => one());
  };
  return { zone, told, settle };
}

describe("FocusZone", () => {
  it("tells of coming and going once each", () => {
    const { zone, told, settle } = watched();
    zone.enter();
    zone.enter();
    settle();
    zone.leave();
    settle();
    expect(told).toEqual(["in", "out"]);
  });

  it("takes a step from field to field for no leaving", () => {
    const { zone, told, settle } = watched();
    zone.enter();
    settle();
    zone.leave();
    zone.enter();
    settle();
    expect(told).toEqual(["in"]);
  });

  it("waits until the pointer is up, so that a click ends where it began", () => {
    const { zone, told, settle } = watched();
    zone.enter();
    settle();
    zone.press();
    zone.leave();
    settle();
    expect(told).toEqual(["in"]);
    zone.release();
    settle();
    expect(told).toEqual(["in", "out"]);
  });

  it("tells again of someone who is still here and shows it", () => {
    const { zone, told, settle } = watched();
    zone.enter();
    settle();
    zone.enter(true);
    settle();
    expect(told).toEqual(["in", "in"]);
  });
});
