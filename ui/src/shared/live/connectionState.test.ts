import { expect, it } from "vitest";
import { overallState } from "./connectionState";

it("shows the worst of all streams", () => {
  expect(overallState(["live", "reconnecting"])).toBe("reconnecting");
  expect(overallState(["live", "connecting"])).toBe("connecting");
  expect(overallState(["live", "live"])).toBe("live");
  expect(overallState([])).toBe("idle");
});
