import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Assist } from "@/api/types";
import { TagInput } from "../TagInput";
import type { Generation } from "./api";
import { GeneratedPanel } from "./GeneratedPanel";

const QUESTION = { values: { question: "Which train leaves first?" }, tags: [] };

function panel(state: Assist["state"], busy: boolean, cancel = vi.fn()) {
  const assist = {
    state,
    model_name: "gpt-4o",
    progress: { done: 3, total: 10 },
    cost_usd: "0.01",
    tokens: 20,
  } as unknown as Assist;
  const generation = { assist, busy, problem: null, cancel, cancelling: false } as unknown as Generation;
  return render(
    <GeneratedPanel
      generation={generation}
      questions={[QUESTION]}
      sentence={null}
      out={new Set()}
      onOut={() => undefined}
    />,
  );
}

it("shows how far a generation is, beside what was written so far, and stops it when told to", async () => {
  const cancel = vi.fn();
  panel("working", true, cancel);
  const bar = screen.getByRole("progressbar", { name: "Progress of the generation" });
  expect([bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuemax")]).toEqual(["3", "10"]);
  expect(screen.getByText("Which train leaves first?")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(cancel).toHaveBeenCalledOnce();
});

it("shows no progress once all is written", () => {
  panel("done", false);
  expect(screen.queryByRole("progressbar")).toBeNull();
});

it("takes a tag away by its own button", async () => {
  const change = vi.fn();
  render(<TagInput tags={["logic", "trains"]} onChange={change} />);
  await userEvent.click(screen.getByRole("button", { name: "Remove tag logic" }));
  expect(change).toHaveBeenCalledWith(["trains"]);
});
