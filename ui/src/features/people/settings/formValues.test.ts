import { expect, it } from "vitest";
import type { Project } from "@/api/types";
import { changeBetween, valuesOf } from "./formValues";

const project = {
  name: "Support bot",
  description: null,
  settings: {
    default_provider: "OPENAI",
    default_budget_usd: 100,
    default_max_iterations: 10,
    allow_synthetic_datasets: true,
    require_review_approval: true,
    cost_alert_threshold: 0.29,
    retention_days: 90,
    answer_reuse_minutes: 60,
  },
} as Project;

it("sends only what was changed", () => {
  const before = valuesOf(project);
  expect(changeBetween(before, before)).toEqual({});
  expect(changeBetween(before, { ...before, name: "New", retention_days: 30 })).toEqual({
    name: "New",
    settings: { retention_days: 30 },
  });
});

it("shows the alert as a percentage and sends it as a share", () => {
  const before = valuesOf(project);
  expect(before.cost_alert_percent).toBe(29);
  expect(changeBetween(before, { ...before, cost_alert_percent: 75 })).toEqual({
    settings: { cost_alert_threshold: 0.75 },
  });
});

it("sends a changed time of reuse", () => {
  const before = valuesOf(project);
  expect(changeBetween(before, { ...before, answer_reuse_minutes: 0 })).toEqual({
    settings: { answer_reuse_minutes: 0 },
  });
});

it("clears a description with null", () => {
  const before = { ...valuesOf(project), description: "Old" };
  expect(changeBetween(before, { ...before, description: "" })).toEqual({ description: null });
});
