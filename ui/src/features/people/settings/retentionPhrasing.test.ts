import { expect, it } from "vitest";
import type { Retention } from "@/api/types";
import { sayKept, sayNight, sayRule } from "./retentionPhrasing";

const NOTHING: Retention = {
  days: 90,
  next_night_at: "2026-01-02T01:20:00Z",
  finished_before: "2025-10-04T01:20:00Z",
  runs: 0,
  cells: 0,
  answers: 0,
  scores: 0,
  playground_calls: 0,
  assistant_calls: 0,
  events: 0,
  deliveries: 0,
  executions: 0,
  alerts: 0,
  bytes: 0,
  kept: [],
};

it("says what happens at an age, and that 0 deletes nothing", () => {
  expect(sayRule(90)).toContain(
    "finished more than 90 days ago are deleted every night, with their answers and scores",
  );
  expect(sayRule(1)).toContain("more than 1 day ago");
  expect(sayRule(0)).toBe("No data is deleted because of its age.");
});

it("counts what the next night deletes", () => {
  expect(sayNight(NOTHING)).toBe("The next night deletes nothing: no data is that old.");
  expect(sayNight({ ...NOTHING, days: 0 })).toBe("The next night deletes nothing.");
  expect(
    sayNight({ ...NOTHING, runs: 2, cells: 1200, answers: 1190, bytes: 3_400_000, playground_calls: 1, deliveries: 1 }),
  ).toBe("The next night deletes 2 runs with 1,200 cells and 1,190 answers (about 3.4 MB), 1 single call, 1 delivery.");
});

it("says why runs of that age stay", () => {
  expect(sayKept(NOTHING)).toBeNull();
  const kept: Retention["kept"] = [
    { because: "person", runs: 1 },
    { because: "labels", runs: 3 },
  ];
  expect(sayNight({ ...NOTHING, kept })).toBe("The next night deletes nothing.");
  expect(sayKept({ ...NOTHING, kept })).toBe("4 runs of that age are kept: 1 kept by a person, 3 labelled by people.");
});
