import { describe, expect, it } from "vitest";
import { UNIT } from "@/shared/charts/estimateText";
import { namesOf } from "../entryNames";
import { standingOf } from "../entryStanding";
import type { BoardRow, Estimate } from "../types";
import { type Box, crosses, overlap, textWidth } from "./labelBoxes";
import { costAxis, powerTicks, tickMoney } from "./costAxis";
import { placeLabels } from "./placeLabels";
import { legendTimes, pictureOf, radiusOf, unbeaten } from "./frontierLayout";
import { fileName, withColours } from "./saveFrontierImage";
import { beatenWords, costWords, missingWords, spotWords } from "./frontierPhrasing";

const estimate = (value: number, half = 0): Estimate => ({
  value,
  low: value - half,
  high: value + half,
  n: 100,
  clusters: 100,
  method: "t",
});

function row(entry: number, grade: number | null, cost: number | null, other: Partial<BoardRow> = {}): BoardRow {
  return {
    entry,
    name: `model-${entry}`,
    model_id: "m",
    model_name: `model-${entry}`,
    provider: "SIMULATED",
    prompt_id: "p",
    prompt_name: "Answers",
    prompt_version: 1,
    parameters: {},
    runs: [],
    grade: grade === null ? null : estimate(grade, 0.03),
    pass_rate: null,
    rank: entry,
    rank_low: entry,
    rank_high: entry,
    cost_per_answer_usd: cost === null ? null : estimate(cost, cost / 20),
    latency_p50_ms: 800,
    latency_p95_ms: 2_000,
    answers: 100,
    errors: { target: 0, judge: 0 },
    inconclusive: false,
    on_frontier: true,
    on_fast_frontier: true,
    clearly_beaten: false,
    beaten_by: [],
    sentence: "",
    ...other,
  };
}

/** The same numbers every time, as unlike as numbers by chance. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe("the axis of money", () => {
  it("is straight and begins at nothing where prices are near each other", () => {
    const axis = costAxis([0.001, 0.004], 5);
    expect([axis.log, axis.ticks[0], axis.at(0)]).toEqual([false, 0, 0]);
    expect(axis.at(0.004)).toBeGreaterThan(axis.at(0.001) * 3.9);
  });
  it("goes by powers where they are far apart, and gives what is free a lane", () => {
    const axis = costAxis([0, 0.0001, 0.01], 6);
    expect([axis.log, axis.free]).toEqual([true, true]);
    expect(axis.at(0)).toBeLessThan(axis.at(0.0001));
    expect(axis.at(0.001) - axis.at(0.0001)).toBeCloseTo(axis.at(0.01) - axis.at(0.001));
  });
  it("holds nothing but free ones", () => {
    const axis = costAxis([0, 0], 5);
    expect([axis.log, axis.at(0)]).toEqual([false, 0]);
    expect(axis.ticks.length).toBeGreaterThan(1);
  });
  it("has round marks, as many as there is room for", () => {
    expect(powerTicks(0.0008, 0.012, 6)).toEqual([0.001, 0.002, 0.005, 0.01]);
    expect(powerTicks(0.00001, 10, 4).length).toBeLessThanOrEqual(4);
    expect([0, 0.00002, 0.005, 20].map(tickMoney)).toEqual(["$0", "$0.00002", "$0.005", "$20"]);
  });
});

describe("boxes", () => {
  const box: Box = { left: 0, top: 0, right: 10, bottom: 10 };
  it("know what covers them and what runs through them", () => {
    expect(overlap(box, { left: 5, top: 5, right: 15, bottom: 15 })).toBe(25);
    expect(overlap(box, { left: 10, top: 0, right: 20, bottom: 10 })).toBe(0);
    expect(crosses({ x1: -5, y1: 5, x2: 15, y2: 5 }, box)).toBe(true);
    expect(crosses({ x1: -5, y1: -1, x2: 15, y2: -1 }, box)).toBe(false);
    expect(crosses({ x1: -5, y1: 5, x2: -1, y2: 5 }, box)).toBe(false);
    expect(textWidth("模型", 12)).toBeGreaterThan(24);
  });
});

describe("names in the drawing", () => {
  it("never cover each other, a dot or the edge, however the dots lie", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const next = numbers(seed);
      const rows = Array.from({ length: 14 }, (_, at) =>
        row(at, 0.4 + next() * 0.5, 0.0001 * 10 ** (next() * 2.5), {
          name: `provider-model-${"x".repeat(Math.floor(next() * 14))}-${at}`,
          latency_p50_ms: 200 + next() * 9_000,
        }),
      );
      const paper = { width: 900, height: 440, fontSize: 12 };
      const picture = pictureOf(rows, paper);
      for (const [index, { box }] of picture.labels.entries()) {
        expect(
          box.left >= picture.plot.left &&
            box.right <= paper.width &&
            box.top >= picture.plot.top &&
            box.bottom <= picture.plot.bottom,
        ).toBe(true);
        for (const { box: other } of picture.labels.slice(index + 1)) expect(overlap(box, other)).toBe(0);
        for (const { x, y, r } of picture.spots)
          expect(overlap(box, { left: x - r, top: y - r, right: x + r, bottom: y + r })).toBe(0);
      }
      // A name may find no place among dots that lie on each other; it must not happen often.
      expect(picture.nameless.length).toBeLessThanOrEqual(2);
    }
  });
  it("stay the same from drawing to drawing", () => {
    const rows = [row(1, 0.7, 0.001), row(2, 0.71, 0.0011), row(3, 0.72, 0.0012)];
    const paper = { width: 700, height: 400, fontSize: 12 };
    expect(pictureOf(rows, paper).labels).toEqual(pictureOf(rows, paper).labels);
  });
  it("are led to where they have to stand further away, and left out where there is no place at all", () => {
    const around = { frame: { left: 0, top: 0, right: 200, bottom: 60 }, solid: [], lines: [] };
    const crowd = Array.from({ length: 30 }, (_, at) => ({
      key: String(at),
      x: 100,
      y: 30,
      r: 3,
      width: 60,
      height: 14,
    }));
    const placed = placeLabels(crowd, around);
    expect(placed.length).toBeGreaterThan(2);
    expect(placed.length).toBeLessThan(30);
    expect(placed[0]?.key).toBe("0");
  });
  it("stand where a whisker ends rather than across it", () => {
    const around = {
      frame: { left: 0, top: 0, right: 300, bottom: 300 },
      solid: [{ left: 145, top: 145, right: 155, bottom: 155 }],
      lines: [
        { x1: 130, x2: 170, y1: 150, y2: 150 },
        { x1: 150, x2: 150, y1: 120, y2: 180 },
      ],
    };
    const [placed] = placeLabels(
      [
        {
          key: "a",
          x: 150,
          y: 150,
          r: 4,
          width: 60,
          height: 14,
          whiskers: { left: 130, right: 170, top: 120, bottom: 180 },
        },
      ],
      around,
    );
    expect(placed?.leader).toBeNull();
    expect(around.lines.some((line) => placed && crosses(line, placed.box))).toBe(false);
  });
});

describe("the frontier", () => {
  it("goes up in steps, from the cheapest to the best", () => {
    const rows = [row(1, 0.9, 0.01), row(2, 0.6, 0.001), row(3, 0.5, 0.005), row(4, 0.8, 0.004)];
    const picture = pictureOf(rows, { width: 700, height: 400, fontSize: 12 });
    expect(unbeaten(picture.spots).map(({ key }) => key)).toEqual(["2", "4", "1"]);
    const [first] = picture.steps;
    const cheapest = picture.spots.find(({ key }) => key === "2");
    expect([first?.x, first?.y]).toEqual([cheapest?.x, cheapest?.y]);
    expect(picture.steps.at(-1)?.x).toBe(picture.plot.right);
    for (const [at, step] of picture.steps.slice(1).entries()) {
      const before = picture.steps[at];
      expect(step.x === before?.x || step.y === before?.y).toBe(true);
    }
  });
  it("draws only what has a grade and a price, and says what it leaves out", () => {
    const rows = [row(1, 0.9, 0.01), row(2, 0.6, null), row(3, null, 0.01)];
    expect(pictureOf(rows, { width: 700, height: 400, fontSize: 12 }).spots.map(({ key }) => key)).toEqual(["1"]);
    expect(missingWords(rows)).toBe("Not drawn: model-2 has no known price; model-3 has no score.");
    expect(missingWords(rows.slice(0, 1))).toBeNull();
  });
  it("gives no end to a whisker that goes on beyond the drawing", () => {
    const wide = row(2, 0.7, 0.002, { cost_per_answer_usd: { ...estimate(0.002), low: 0.00001, high: 0.004 } });
    const cut = pictureOf([row(1, 0.6, 0.0001), wide, row(3, 0.9, 0.02)], {
      width: 700,
      height: 400,
      fontSize: 12,
    }).spots.map((spot) => spot.cut);
    expect(cut).toEqual([false, true, false]);
  });
  it("shows time by area", () => {
    expect(radiusOf(4_000, 4_000) / radiusOf(1_000, 4_000)).toBeCloseTo(2);
    expect(radiusOf(1, 9_000)).toBe(4);
    expect(legendTimes(2_345)).toEqual([400, 2_000]);
    expect(legendTimes(null)).toEqual([]);
  });
});

describe("words of the frontier", () => {
  const beaten = row(2, 0.7, 0.004, {
    on_frontier: false,
    clearly_beaten: true,
    beaten_by: [
      { entry: 1, clear: true, sentence: "" },
      { entry: 3, clear: false, sentence: "" },
    ],
  });
  const close = row(3, 0.8, 0.003, {
    on_frontier: false,
    beaten_by: [{ entry: 1, clear: false, sentence: "“model-1” looks better for the money, but that may be chance." }],
  });
  const names = namesOf([row(1, 0.9, 0.001), beaten, close]);
  it("tell beaten from not clearly beaten", () => {
    expect([row(1, 0.9, 0.001), beaten, close, row(4, 0.9, null)].map(standingOf)).toEqual([
      "frontier",
      "beaten",
      "close",
      null,
    ]);
    expect(beatenWords(beaten, names)).toBe("Clearly beaten by model-1");
    expect(beatenWords(close, names)).toBe("“model-1” looks better for the money, but that may be chance");
  });
  it("name the price with its interval, or alone where it is exact", () => {
    expect(costWords(estimate(0.002))).toBe("$0.0020");
    expect(costWords(estimate(0.002, 0.0005))).toBe("$0.0020 ($0.0015 to $0.0025)");
    expect(spotWords(beaten, names, UNIT)).toBe(
      "model-2: 0.70 (0.67 to 0.73), $0.0040 ($0.0038 to $0.0042) per answer, 800 ms median latency. " +
        "Clearly beaten by model-1.",
    );
  });
});

describe("a picture as a file", () => {
  it("has colours instead of names, and a plain name", () => {
    const style = { getPropertyValue: (name: string) => (name === "--ink" ? " #0f172a" : "") };
    expect(withColours('fill="var(--ink)" stroke="var(--gone)"', style)).toBe('fill="#0f172a" stroke="currentColor"');
    expect([fileName("Rätsel, Herbst/2026"), fileName("模型")]).toEqual(["ratsel-herbst-2026", "board"]);
  });
});
