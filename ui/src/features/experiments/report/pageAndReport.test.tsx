import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { scaleOf } from "@/shared/charts/estimateText";
import { TooltipProvider } from "@/shared/ui/Tooltip";
import { CostCard } from "../page/CostCard";
import { Gain } from "../page/ExperimentKeyFigures";
import type { Estimate, Experiment, ExperimentReport } from "../types";
import { noCheck } from "./GainAndCheck";
import { ReportCostSection } from "./ReportCostSection";

const COSTS = {
  target_usd: "0.120000",
  judge_usd: "0.340000",
  refine_usd: "0.050000",
  assist_usd: "0.020000",
  total_usd: "0.530000",
  doubt_usd: "0",
};

/** The rows of amounts as they read: what stands before each and the amount. */
function amounts(html: string): string[] {
  return [
    ...html.replaceAll(/<[^>]+>/g, "|").matchAll(/(Answers|Judges|Refiner|Assistance|Total)\|[^$]*(\$[\d.]+)/g),
  ].map(([, name, usd]) => `${name} ${usd}`);
}

it("shows the same parts and the same total on the page and in the report", () => {
  const page = renderToStaticMarkup(<CostCard experiment={{ costs: COSTS, money: "real" }} />);
  const costs = (["target", "judge", "refine", "assist"] as const).map((phase) => ({
    phase,
    usd: COSTS[`${phase}_usd`],
    doubt_usd: "0",
    calls: 10,
    tokens: 100,
  }));
  const summary = { cost_usd: COSTS.total_usd, tokens: 400 } as ExperimentReport["summary"];
  const report = renderToStaticMarkup(<ReportCostSection report={{ costs, summary, tokens: [] }} money="real" />);

  const expected = ["Answers $0.12", "Judges $0.34", "Refiner $0.0500", "Assistance $0.0200", "Total $0.53"];
  expect(amounts(page)).toEqual(expected);
  expect(amounts(report)).toEqual(expected);
});

it("names the iteration that the best one is compared with", () => {
  const estimate = (value: number): Estimate => ({
    value,
    low: value - 0.05,
    high: value + 0.05,
    n: 20,
    clusters: 20,
    method: "t",
  });
  const standing = (number: number, value: number) => ({
    iteration: `i${number}`,
    number,
    version: `v${number}`,
    version_number: number,
    composite: estimate(value),
  });
  const gain: Experiment["gain"] = {
    base: standing(1, 0.4),
    best: standing(4, 0.84),
    verdict: "better",
    effect: estimate(0.44),
    sentence: "",
  };

  const text = renderToStaticMarkup(
    <TooltipProvider>
      <Gain experiment={{ gain }} scale={scaleOf(5)} />
    </TooltipProvider>,
  ).replaceAll(/<[^>]+>/g, "");

  expect(text).toContain("Gain over iteration 1");
  expect(text).toContain("+2.2(+2.0 to +2.5)");
  expect(text).toContain("2.0 (1.8 to 2.3) → 4.2 (3.9 to 4.5)");
});

it("gives no reason for a missing check before the experiment has ended", () => {
  expect(noCheck({ experiment: { ended_at: null } })).toBe("The check is made at the end, if a change was accepted.");
  expect(noCheck({ experiment: { ended_at: "2026-11-19T00:00:00Z" } })).toContain("There was no check");
});
