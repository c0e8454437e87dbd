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
const metric = (scorer: number, scale: number | null) =>
  ({ key: `Scorer ${scorer}`, kind: "scorer", name: `Scorer ${scorer}`, scorers: [scorer], scale }) as Metric;

it("tells each score on the scorer's own scale", () => {
  render(<OtherScores scores={[score(0, 0.85), score(1, 0.85)]} metrics={[metric(0, 10), metric(1, null)]} />);
  expect(screen.getByText("8.5/10")).toBeTruthy();
  expect(screen.getByText("0.85")).toBeTruthy();
});
