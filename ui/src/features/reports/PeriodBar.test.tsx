import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { TooltipProvider } from "@/shared/ui/Tooltip";
import { daysOf, type WantedPeriod } from "./period";
import { PeriodBar } from "./PeriodBar";

const TODAY = "2026-11-16";

function draw(wanted: WantedPeriod) {
  const change = vi.fn();
  render(
    <TooltipProvider>
      <PeriodBar wanted={wanted} days={daysOf(wanted, TODAY)} today={TODAY} onChange={change} />
    </TooltipProvider>,
  );
  return change;
}

it("begins to choose days with those that are shown", async () => {
  const change = draw({ period: "7d" });
  expect(screen.queryByLabelText("First day")).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Custom range" }));
  expect(change).toHaveBeenCalledWith({ period: "custom", from: "2026-11-10", to: "2026-11-16" });
});

it("waits while a date is being typed", () => {
  const change = draw({ period: "custom", from: "2026-11-01", to: "2026-11-03" });
  fireEvent.change(screen.getByLabelText("First day"), { target: { value: "" } });
  expect(change).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("First day"), { target: { value: "2026-11-02" } });
  expect(change).toHaveBeenCalledWith({ period: "custom", from: "2026-11-02", to: "2026-11-03" });
});
