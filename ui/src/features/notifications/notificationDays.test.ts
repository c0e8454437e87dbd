import { describe, expect, it } from "vitest";
import { countText, groupByDay } from "./notificationDays";
import type { PersonalNotification } from "./types";

function at(when: Date): PersonalNotification {
  return {
    id: when.toISOString(),
    project: { id: "p", name: "Support bot", slug: "support-bot" },
    event: "run.finished",
    label: "Run finished",
    title: "Run 1 finished",
    sentence: "",
    severity: null,
    path: null,
    created_at: when.toISOString(),
    read_at: null,
  };
}

describe("notifications by day", () => {
  const now = new Date(2026, 10, 19, 9, 0);

  it("names today and yesterday by the calendar, not by hours", () => {
    const late = at(new Date(2026, 10, 18, 23, 59));
    const early = at(new Date(2026, 10, 19, 0, 1));
    const days = groupByDay([early, late], now);
    expect(days.map(({ day }) => day)).toEqual(["Today", "Yesterday"]);
  });

  it("keeps the order and shows the year only of other years", () => {
    const days = groupByDay(
      [at(new Date(2026, 10, 3, 8)), at(new Date(2026, 10, 3, 7)), at(new Date(2025, 10, 3))],
      now,
    );
    expect(days.map(({ day, items }) => [day, items.length])).toEqual([
      ["Tuesday, November 3", 2],
      ["November 3, 2025", 1],
    ]);
  });

  it("counts up to 99", () => {
    expect([0, 99, 100].map(countText)).toEqual(["0", "99", "99+"]);
  });
});
