import { expect, it } from "vitest";
import { projectsReportSearch, reportsSearch } from "./reportSearch";

const MODEL = "019a8c10-0000-7000-8000-000000000001";

it("keeps what an address of a report can say", () => {
  expect(
    reportsSearch({
      period: "custom",
      from: "2026-11-01",
      to: "2026-11-31",
      stack: "phase",
      group: "run",
      phase: "judge",
      model: MODEL,
      on: MODEL,
    }),
  ).toEqual({
    period: "custom",
    from: "2026-11-01",
    stack: "phase",
    group: "run",
    phase: "judge",
    model: MODEL,
    on: MODEL,
  });
  expect(
    reportsSearch({ period: "30d", from: "2026-11-01", group: "model", phase: "moon", model: "gpt", on: 5 }),
  ).toEqual({});
});

it("knows projects only in the report of all of them", () => {
  expect(projectsReportSearch({ group: "day", phase: "judge" })).toEqual({ group: "day" });
  expect(projectsReportSearch({ group: "run" })).toEqual({});
});
