import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { rubricChoicesQuery, rubricQuery } from "@/features/judging";
import { TooltipProvider } from "@/shared/ui/Tooltip";
import { KnownRubric } from "./KnownRubric";

const RUBRIC = {
  id: "tone",
  name: "Tone of voice",
  version: 4,
  criteria: [
    { name: "Warmth", description: "Greets the customer", weight: 0.7, scale: 5, levels: {} },
    { name: "Brevity", description: "Comes to the point", weight: 0.3, scale: 5, levels: {} },
  ],
};

it("shows the criteria of a rubric of the project before they are used", async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  cache.setQueryData(rubricChoicesQuery("p").queryKey, { items: [RUBRIC], next_cursor: null } as never);
  cache.setQueryData(rubricQuery("p", "tone").queryKey, RUBRIC as never);
  const change = vi.fn();
  const used = vi.fn();
  render(
    <QueryClientProvider client={cache}>
      <TooltipProvider>
        <KnownRubric project="p" form={{ criteria: [], rubric: null }} change={change} onUse={used} />
      </TooltipProvider>
    </QueryClientProvider>,
  );

  await userEvent.click(screen.getByText("Choose an existing rubric…"));
  await userEvent.click(await screen.findByRole("option", { name: /Tone of voice/ }));
  const preview = screen.getByRole("region", { name: "Criteria of the rubric" });
  expect(preview.textContent).toContain("WarmthGreets the customer70%");
  expect(change).not.toHaveBeenCalled();

  await userEvent.click(within(preview).getByRole("button", { name: "Use this rubric" }));
  expect(change.mock.calls[0]?.[0]).toMatchObject({
    rubric: { id: "tone", version: 4 },
    criteria: [{ name: "Warmth", weight: "0.7" }, { name: "Brevity" }],
  });
  expect(used).toHaveBeenCalledWith("The criteria are those of Tone of voice.", expect.any(Function));
});
