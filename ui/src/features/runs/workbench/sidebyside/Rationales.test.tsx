import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Cell, Metric } from "@/api/types";
import { OtherScores } from "./Rationales";

const score = (scorer: number, value: number) =>
  ({
    scorer,
    name: `Scorer ${scorer}`,
    value,
    passed: null,
    problem: null,
    reason: "Why",
    output: null,
  }) as unknown as Cell["scores"][number];
const metric = (scorer: number, scale: number | null, passAt: number | null = null) =>
  ({
    key: `Scorer ${scorer}`,
    kind: "scorer",
    name: `Scorer ${scorer}`,
    scorers: [scorer],
    scale,
    pass_at: passAt,
  }) as Metric;

it("tells each score on the scorer's own scale", () => {
  render(<OtherScores scores={[score(0, 0.85), score(1, 0.85)]} metrics={[metric(0, 10), metric(1, null)]} />);
  expect(screen.getByText("8.5/10")).toBeTruthy();
  expect(screen.getByText("0.85")).toBeTruthy();
});

it("shows the threshold beside a score that passed or did not pass, in digits that tell them apart", () => {
  const scores = [
    { ...score(0, 0.49), passed: false },
    { ...score(1, 0.508), passed: true },
  ];
  render(<OtherScores scores={scores} metrics={[metric(0, 5, 0.5), metric(1, 5, 0.5)]} />);
  expect(screen.getByText("2.45, needs 2.50, not passed")).toBeTruthy();
  expect(screen.getByText("2.54, needs 2.50, passed")).toBeTruthy();
});
