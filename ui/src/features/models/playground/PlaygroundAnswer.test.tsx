import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TryAnswer } from "@/api/types";
import { TooltipProvider } from "@/shared/ui/Tooltip";
import { PlaygroundAnswer } from "./PlaygroundAnswer";

const answer = {
  text: "Paris",
  finish: "stop",
  model: "sim-medium",
  reused: null,
  tool_calls: [],
  dropped: [],
  tokens: null,
  cost_usd: "0.0042",
  latency_ms: 100,
  first_token_ms: null,
  attempts: 1,
  doubtful: 0,
} as unknown as TryAnswer;

it("marks simulated money, and only that", () => {
  const shown = (money: "real" | "simulated") => (
    <TooltipProvider>
      <PlaygroundAnswer answer={answer} money={money} malformed={null} onSetPrice={null} />
    </TooltipProvider>
  );
  const { rerender } = render(shown("simulated"));
  expect(screen.getByText("simulated")).toBeTruthy();
  rerender(shown("real"));
  expect(screen.queryByText("simulated")).toBeNull();
});
