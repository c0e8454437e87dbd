import { expect, it } from "vitest";
import type { RunReport } from "@/api/types";
import { summaryOf } from "./cellMetrics";
import { measuredBy } from "./measuredBy";

const metric = (key: string, scorer: number) => ({
  key,
  kind: "scorer" as const,
  name: key,
  scorers: [scorer],
  scale: null,
});
const EXACT = metric("exact", 0);
const LENGTH = metric("length", 1);
const figure = { value: 0.33, low: 0.2, high: 0.5, n: 30, clusters: 30, method: "t" };
const RUN = {
  metric: EXACT,
  metrics: [EXACT, LENGTH],
  grade_scorer: 0,
  grade_scorers: [0],
  grades: [{ column: 0, mean: 0.9, count: 30, manual: 0, labels: 0, people: null }],
  figures: [
    {
      metric: LENGTH,
      columns: [{ column: 0, model_name: "m", figure, pass_rate: null, graded: 30, labels: 0, inconclusive: false }],
    },
  ],
  figures_stale: false,
  progress: [],
} as unknown as RunReport;

it("gives the averages and the scorers of the chosen metric", () => {
  const run = measuredBy(RUN, "length");
  expect(run.grade_scorers).toEqual([1]);
  expect(summaryOf(run, 0, "grade").main).toBe("0.33 (0.20 to 0.50)");
});

it("stays as it is by its own metric and by one that it does not have", () => {
  expect(measuredBy(RUN, "exact")).toBe(RUN);
  expect(measuredBy(RUN, "tone")).toBe(RUN);
  expect(measuredBy(RUN, undefined)).toBe(RUN);
});
