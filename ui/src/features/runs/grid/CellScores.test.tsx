import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Cell, Metric } from "@/api/types";
import { CellScores } from "./CellScores";

type Score = Cell["scores"][number];

const score = (scorer: number, changes: Partial<Score>) =>
  ({
    scorer,
    name: `Judge ${scorer}`,
    kind: "rubric",
    state: "scored",
    value: 0.5,
    passed: null,
    reason: null,
    problem: null,
    output: null,
    details: null,
    latency_ms: null,
    prompt_tokens: null,
    completion_tokens: null,
    cost_usd: null,
    in_doubt_usd: "0",
    ...changes,
  }) as unknown as Score;

it("says which judges are at work, and which have not begun", () => {
  render(
    <CellScores
      scores={[
        score(1, { state: "calling", value: null }),
        score(2, { state: "open", value: null }),
        score(3, { reason: "Short and right" }),
      ]}
    />,
  );
  const [atWork, waiting, done] = screen.getAllByRole("listitem");
  expect(atWork?.textContent).toContain("Judge 1: judging…");
  expect(waiting?.textContent).toContain("Judge 2: waiting");
  expect(done?.textContent).toContain("Judge 3");
  expect(done?.textContent).toContain("Short and right");
});

it("shows the threshold on the scale of the scorer where an answer passes or does not pass", () => {
  const metric = { key: "Judge 0", kind: "scorer", name: "Judge 0", scorers: [0], scale: 5, pass_at: 0.5 } as Metric;
  render(<CellScores scores={[score(0, { value: 0.49, passed: false })]} metrics={[metric]} />);
  expect(screen.getByText("2.45, needs 2.50")).toBeTruthy();
});
