import { expect, it } from "vitest";
import type { ProjectEvent } from "@/api/types";
import { dayName, groupActivity } from "./activityGroups";

function event(number: number, type: string, at: string, label = "Ada"): ProjectEvent {
  return { number, type, at, actor: { kind: "user", id: label, label }, data: {} };
}

it("groups events by day and joins neighbours of one kind and one person", () => {
  const days = groupActivity([
    event(6, "run.created", "2026-05-02T12:00:00"),
    event(5, "run.created", "2026-05-02T11:00:00"),
    event(4, "run.created", "2026-05-02T10:00:00", "Ben"),
    event(3, "prompt.created", "2026-05-02T09:00:00", "Ben"),
    event(2, "run.created", "2026-05-01T12:00:00"),
    event(1, "run.created", "2026-05-01T11:00:00"),
  ]);
  expect(days.map(({ day }) => day)).toEqual(["2026-05-02", "2026-05-01"]);
  expect(
    days.map(({ entries }) =>
      entries.map(({ newest, earlier }) => [newest.number, ...earlier.map((one) => one.number)]),
    ),
  ).toEqual([[[6, 5], [4], [3]], [[2, 1]]]);
});

it("names the days near to now", () => {
  const now = new Date("2026-05-02T08:00:00");
  expect(dayName("2026-05-02", now)).toBe("Today");
  expect(dayName("2026-05-01", now)).toBe("Yesterday");
  expect(dayName("2026-04-24", now)).toBe("Fri, Apr 24");
});
