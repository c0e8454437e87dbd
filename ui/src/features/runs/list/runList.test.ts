import { describe, expect, it } from "vitest";
import type { RunCard } from "@/api/types";
import { compareTarget } from "./compareLink";
import { scoreTrends } from "./scoreTrends";

const column = (number: number, prompt: string, model: string) => ({
  number,
  prompt_id: prompt,
  prompt_name: `Prompt ${prompt}`,
  model_name: model,
});

function card(number: number, columns: ReturnType<typeof column>[], scores: Record<string, (number | null)[]>) {
  return {
    id: `run-${number}`,
    number,
    plan: { columns },
    metric: Object.keys(scores)[0] ?? null,
    figures: Object.entries(scores).map(([key, values]) => ({
      metric: { key, scale: null },
      columns: values.map((value, at) => ({
        column: at,
        model_name: columns[at]?.model_name,
        figure: value === null ? null : { value, low: value, high: value },
      })),
    })),
  } as unknown as RunCard;
}

describe("the comparison of selected runs", () => {
  const runs = [1, 2, 3].map((number) => card(number, [column(0, "a", "m")], {}));

  it("needs two runs", () => {
    expect(compareTarget([])).toBeNull();
    expect(compareTarget(runs.slice(0, 1))).toBeNull();
  });

  it("of two runs is that of the later with the earlier, whatever was ticked first", () => {
    const wanted = { to: "/projects/$slug/workbench/$prompt", prompt: "a", search: { run: "run-3", compare: "run-1" } };
    expect(compareTarget([card(3, [column(0, "a", "m")], {}), card(1, [column(0, "a", "m")], {})])).toEqual(wanted);
  });

  it("of more runs names all of them", () => {
    expect(compareTarget(runs)).toEqual({
      to: "/projects/$slug/runs/compare",
      search: { runs: "run-1,run-2,run-3" },
    });
  });
});

describe("the score of a prompt from run to run", () => {
  const first = [column(0, "a", "small")];

  it("follows one target and one metric, oldest first", () => {
    const runs = [
      card(4, [column(0, "a", "large"), column(1, "a", "small")], { exact: [0.9, 0.7] }),
      card(3, first, { exact: [null] }),
      card(2, [column(0, "a", "large")], { other: [0.1], exact: [0.5] }),
      card(1, [column(0, "b", "large")], { exact: [0.4] }),
    ];
    expect(scoreTrends(runs, null)).toMatchObject([
      {
        prompt: "a",
        model: "large",
        metric: { key: "exact" },
        points: [
          { run: 2, value: 0.5 },
          { run: 4, value: 0.9 },
        ],
      },
    ]);
  });

  it("needs two points, and goes by the metric that is chosen", () => {
    const runs = [card(2, first, { exact: [1], other: [0.3] }), card(1, first, { other: [0.2] })];
    expect(scoreTrends(runs, null)).toEqual([]);
    expect(scoreTrends(runs, "other")[0]?.points).toEqual([
      { run: 1, value: 0.2 },
      { run: 2, value: 0.3 },
    ]);
  });
});
