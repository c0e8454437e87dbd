import { expect, it } from "vitest";
import { monitorNews } from "./monitorSentences";

it("tells what happened to monitors and alerts", () => {
  expect(monitorNews({ type: "monitor.created", data: { name: "Nightly" } })).toBe("set up the monitor “Nightly”");
  expect(monitorNews({ type: "monitor.changed", data: { name: "Nightly", changed: ["cron", "rules"] } })).toBe(
    "changed the schedule and the alert rules of the monitor “Nightly”",
  );
  expect(
    monitorNews({ type: "monitor.changed", data: { name: "Nightly", changed: ["enabled"], enabled: false } }),
  ).toBe("switched the monitor “Nightly” off");
  expect(monitorNews({ type: "alert.opened", data: { title: "It fell" } })).toBe("raised the alert “It fell”");
  expect(monitorNews({ type: "alert.acknowledged", data: {} })).toBe("acknowledged an alert");
  expect(monitorNews({ type: "run.created", data: {} })).toBeNull();
});
