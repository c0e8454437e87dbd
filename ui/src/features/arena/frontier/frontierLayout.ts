/** Everything that the drawing of cost against quality shows, in pixels. Pure. */
import { around, covering, niceTicks, place, SHARES } from "@/shared/charts/axis";
import { truncate } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { type Standing, standingOf } from "../entryStanding";
import type { BoardRow } from "../types";
import { type Box, crosses, overlap, type Segment, textWidth } from "./labelBoxes";
import { type CostAxis, costAxis } from "./costAxis";
import { type PlacedLabel, placeLabels } from "./placeLabels";

/** A row that has a grade and a price, and so has a place. */
type Drawable = BoardRow & {
  grade: NonNullable<BoardRow["grade"]>;
  cost_per_answer_usd: NonNullable<BoardRow["cost_per_answer_usd"]>;
};

export interface Spot {
  key: string;
  row: Drawable;
  standing: Standing;
  x: number;
  y: number;
  r: number;
  /** The ends of the whiskers. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The left whisker extends beyond the drawing, so it has no end mark. */
  cut: boolean;
}

interface PictureLabel extends PlacedLabel {
  text: string;
}

export interface Picture {
  width: number;
  height: number;
  /** Within the axes. */
  plot: Box;
  fontSize: number;
  costs: CostAxis;
  costTicks: readonly { value: number; x: number }[];
  gradeTicks: readonly { value: number; y: number }[];
  spots: readonly Spot[];
  labels: readonly PictureLabel[];
  /** Those that found no place for their names. */
  nameless: readonly Spot[];
  /** The best that the money buys, as steps. */
  steps: readonly { x: number; y: number }[];
  /** There is room for the words in the corner. */
  corner: boolean;
  /** The slowest median: the largest dot stands for it. */
  slowest: number | null;
}

interface Paper {
  width: number;
  height: number;
  fontSize: number;
}

const TICK_PX = 84;
const LARGEST = 11;
const SMALLEST = 4;
const LONGEST_NAME = 36;
/** The words in the corner where everybody would like to be. */
export const CORNER = "↖ better and cheaper";

export function isDrawable(row: BoardRow): row is Drawable {
  return row.grade !== null && row.cost_per_answer_usd !== null;
}

export function pictureOf(rows: readonly BoardRow[], { width, height, fontSize }: Paper): Picture {
  const drawn = rows.filter(isDrawable);
  const plot = {
    left: fontSize * 3.6,
    top: fontSize * 2.2,
    right: width - fontSize * 1.4,
    bottom: height - fontSize * 3.8,
  };
  const costs = costAxis(
    drawn.flatMap(({ cost_per_answer_usd: cost }) => [cost.value, lowEnd(cost), cost.high]),
    Math.max(2, Math.floor((plot.right - plot.left) / TICK_PX)),
  );
  const ticks = niceTicks(
    covering(
      drawn.flatMap(({ grade }) => [grade.low, grade.high]),
      0.06,
      SHARES,
    ),
    5,
  );
  const grades = around(ticks);
  const x = (cost: number) => plot.left + costs.at(cost) * (plot.right - plot.left);
  const y = (grade: number) => plot.bottom - (place(grade, grades) / 100) * (plot.bottom - plot.top);
  const slowest = drawn.reduce<number | null>(
    (most, { latency_p50_ms: latency }) => (latency === null ? most : Math.max(most ?? 0, latency)),
    null,
  );
  const spots = drawn.map((row): Spot => ({
    key: String(row.entry),
    row,
    standing: standingOf(row) ?? "close",
    x: x(row.cost_per_answer_usd.value),
    y: y(row.grade.value),
    r: radiusOf(row.latency_p50_ms, slowest) * (fontSize / 12),
    left: x(costs.log ? lowEnd(row.cost_per_answer_usd) : row.cost_per_answer_usd.low),
    right: x(row.cost_per_answer_usd.high),
    top: y(row.grade.high),
    bottom: y(row.grade.low),
    cut: costs.log && row.cost_per_answer_usd.low < lowEnd(row.cost_per_answer_usd),
  }));
  const steps = stepsOf(spots, plot);
  const lines = linesOf(spots, steps);
  const box = cornerOf(plot, fontSize);
  const corner = !lines.some((line) => crosses(line, box)) && !spots.some((spot) => overlap(dotBox(spot), box) > 0);
  // Names may extend a little beyond the axes, because the most expensive entries are at the edge.
  const labels = labelsOf(spots, lines, corner ? [box] : [], { ...plot, right: width }, fontSize);
  return {
    width,
    height,
    plot,
    fontSize,
    costs,
    costTicks: costs.ticks.map((value) => ({ value, x: x(value) })),
    gradeTicks: ticks.map((value) => ({ value, y: y(value) })),
    spots,
    labels,
    nameless: spots.filter(({ key }) => !labels.some((label) => label.key === key)),
    steps,
    corner,
    slowest,
  };
}

/** The area tells the time, so that twice as slow looks twice as large. */
export function radiusOf(latency: number | null, slowest: number | null): number {
  if (latency === null || slowest === null || slowest <= 0) return SMALLEST + 1;
  return Math.max(SMALLEST, Math.sqrt(latency / slowest) * LARGEST);
}

const REACH = 32;

/** The dot that is nearest to a place, if one is near enough. */
export function spotNear(spots: readonly Spot[], x: number, y: number): Spot | null {
  const away = (spot: Spot) => Math.max(0, Math.hypot(spot.x - x, spot.y - y) - spot.r);
  const nearest = spots.reduce<Spot | null>(
    (best, spot) => (best === null || away(spot) < away(best) ? spot : best),
    null,
  );
  return nearest && away(nearest) <= REACH ? nearest : null;
}

/** Two round times, to read the sizes by. */
export function legendTimes(slowest: number | null): number[] {
  if (slowest === null || slowest <= 0) return [];
  const power = 10 ** Math.floor(Math.log10(slowest));
  const large = ([5, 2, 1].find((step) => step * power <= slowest) ?? 1) * power;
  return [large / 5, large];
}

/** The Pareto frontier, from the cheapest to the best. Entries that tie in both are all on it. */
export function unbeaten<One extends { row: Pick<Drawable, "grade" | "cost_per_answer_usd"> }>(
  spots: readonly One[],
): One[] {
  const sorted = [...spots].sort(
    (one, other) =>
      one.row.cost_per_answer_usd.value - other.row.cost_per_answer_usd.value ||
      other.row.grade.value - one.row.grade.value,
  );
  const found: One[] = [];
  for (const spot of sorted) {
    const best = found.at(-1);
    if (!best || spot.row.grade.value > best.row.grade.value) found.push(spot);
  }
  return found;
}

/** Steps and no slope: between two models there is nothing to buy. */
function stepsOf(spots: readonly Spot[], plot: Box): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  for (const { x, y } of unbeaten(spots)) {
    const before = points.at(-1);
    if (before) points.push({ x, y: before.y });
    points.push({ x, y });
  }
  const last = points.at(-1);
  return last ? [...points, { x: plot.right, y: last.y }] : [];
}

const MATTERS: Record<Standing, number> = { frontier: 0, close: 1, beaten: 2 };

function labelsOf(
  spots: readonly Spot[],
  lines: readonly Segment[],
  taken: readonly Box[],
  frame: Box,
  fontSize: number,
): PictureLabel[] {
  const texts = new Map(spots.map(({ key, row }) => [key, truncate(visibleText(row.name), LONGEST_NAME)]));
  const wanted = spots
    .toSorted(
      (one, other) => MATTERS[one.standing] - MATTERS[other.standing] || other.row.grade.value - one.row.grade.value,
    )
    .map(({ key, x, y, r, left, right, top, bottom }) => ({
      key,
      x,
      y,
      r,
      width: textWidth(texts.get(key) ?? "", fontSize) + 2,
      height: fontSize * 1.3,
      whiskers: { left, right, top, bottom },
    }));
  return placeLabels(wanted, { frame, solid: [...spots.map(dotBox), ...taken], lines }).map((label) => ({
    ...label,
    text: texts.get(label.key) ?? "",
  }));
}

/** Whiskers and steps. */
function linesOf(spots: readonly Spot[], steps: readonly { x: number; y: number }[]): Segment[] {
  const whiskers = spots.flatMap(({ x, y, left, right, top, bottom }): Segment[] => [
    { x1: left, x2: right, y1: y, y2: y },
    { x1: x, x2: x, y1: top, y2: bottom },
  ]);
  const line = steps.slice(1).map((end, index): Segment => ({
    x1: steps[index]?.x ?? end.x,
    y1: steps[index]?.y ?? end.y,
    x2: end.x,
    y2: end.y,
  }));
  return [...whiskers, ...line];
}

function dotBox({ x, y, r }: Spot): Box {
  return { left: x - r - 1, top: y - r - 1, right: x + r + 1, bottom: y + r + 1 };
}

function cornerOf(plot: Box, fontSize: number): Box {
  return {
    left: plot.left,
    top: plot.top,
    right: plot.left + textWidth(CORNER, fontSize) + 10,
    bottom: plot.top + fontSize * 1.7,
  };
}

/** On an axis of powers an end near zero would push all else to the right: the whisker is cut there. */
function lowEnd({ value, low }: { value: number; low: number }): number {
  return Math.max(low, value / 4);
}
