/** Questions as spots of a drawing: those that fall together are one larger spot. Pure. */
import type { QualityPoint } from "./types";

export interface Spot {
  x: number;
  y: number;
  radius: number;
  suspected: boolean;
  points: readonly QualityPoint[];
}

/** The size of the drawn area in pixels. */
interface Area {
  width: number;
  height: number;
}

const CELL = 7;
const LEAST_RADIUS = 3.5;
const MOST_RADIUS = 13;

type Placed = QualityPoint & { discrimination: number };

export function isPlaced(point: QualityPoint): point is Placed {
  return point.discrimination !== null;
}

/**
 * Hard at the left and easy at the right; what tells models apart on top. Suspected ones are drawn last,
 * on top of the others.
 */
export function spotsOf(points: readonly QualityPoint[], { width, height }: Area): Spot[] {
  const cells = new Map<string, { x: number; y: number; suspected: boolean; points: Placed[] }>();
  for (const point of points.filter(isPlaced)) {
    const x = point.easiness * width;
    const y = ((1 - point.discrimination) / 2) * height;
    const suspected = point.kind !== null;
    const key = `${Math.round(x / CELL)} ${Math.round(y / CELL)} ${suspected}`;
    const cell = cells.get(key);
    if (cell) cell.points.push(point);
    else cells.set(key, { x, y, suspected, points: [point] });
  }
  const most = Math.max(1, ...[...cells.values()].map((cell) => cell.points.length));
  return [...cells.values()]
    .map((cell) => ({ ...cell, radius: radiusOf(cell.points.length, most) }))
    .sort((a, b) => Number(a.suspected) - Number(b.suspected) || b.radius - a.radius);
}

/** By area, so that twice as many look twice as many. */
function radiusOf(count: number, most: number): number {
  const scale = Math.min(MOST_RADIUS, LEAST_RADIUS * Math.sqrt(most)) / Math.sqrt(most);
  return Math.max(LEAST_RADIUS, scale * Math.sqrt(count));
}

const REACH = 16;

/** The spot under the pointer, or the nearest one if it is near enough. */
export function spotAt(spots: readonly Spot[], x: number, y: number): Spot | null {
  let best: Spot | null = null;
  let nearest = REACH;
  for (const spot of spots) {
    const away = Math.max(0, Math.hypot(spot.x - x, spot.y - y) - spot.radius);
    // Of several under the pointer the last is on top.
    if (away < nearest || (away === 0 && nearest === 0)) [best, nearest] = [spot, away];
  }
  return best;
}

/** What the drawing says in a sentence. */
export function mapSentence(points: readonly QualityPoint[]): string {
  const placed = points.filter(isPlaced);
  const telling = placed.filter(({ discrimination }) => discrimination >= 0.3).length;
  const against = placed.filter(({ discrimination }) => discrimination < 0).length;
  const parts = [
    `${telling.toLocaleString("en")} of ${placed.length.toLocaleString("en")} ` +
      "questions tell strong models from weak ones well.",
  ];
  if (against > 0) parts.push(`On ${against.toLocaleString("en")} weak models do better than strong ones.`);
  return parts.join(" ");
}
