import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { OtherMetrics } from "./BaselineBanner";

const LENGTH = { key: "length", kind: "scorer" as const, name: "length", scorers: [1], scale: null, pass_at: null };

it("switches to the metric that got worse", async () => {
  const chosen: string[] = [];
  const others = [{ metric: LENGTH, verdict: "worse" as const, fixed_rows: 0, broken_rows: 20 }];
  render(<OtherMetrics verdict={{ others }} onMetric={(key) => chosen.push(key)} />);

  await userEvent.click(screen.getByRole("button", { name: "length is worse, 20 broken" }));

  expect(chosen).toEqual(["length"]);
});
