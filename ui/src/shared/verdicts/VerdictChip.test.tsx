import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { TooltipProvider } from "@/shared/ui/Tooltip";
import { ComparisonChip, VerdictChip } from "./VerdictChip";

const badgeOf = (words: string) => screen.getByText(words).parentElement?.className ?? "";

it("draws a verdict on these cases as an outline, and says why when asked", async () => {
  render(
    <TooltipProvider>
      <VerdictChip verdict="better" />
      <VerdictChip verdict="better_on_these_cases" />
    </TooltipProvider>,
  );
  expect(badgeOf("Better")).toContain("bg-success-soft");
  expect(badgeOf("Better on these cases")).toContain("border-dashed");
  expect(badgeOf("Better on these cases")).not.toContain("bg-success-soft");
  await userEvent.hover(screen.getByText("Better on these cases"));
  expect((await screen.findAllByText(/^Cannot tell beyond these cases/)).length).toBeGreaterThan(0);
});

it("says identical, and not that it cannot tell, where all answers are the same text", () => {
  render(
    <TooltipProvider>
      <ComparisonChip comparison={{ verdict: "cannot_tell", why: "identical" }} />
    </TooltipProvider>,
  );
  expect(screen.getByText("Identical")).toBeTruthy();
  expect(screen.queryByText("Cannot tell")).toBeNull();
});
