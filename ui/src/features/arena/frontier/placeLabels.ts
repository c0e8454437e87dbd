/**
 * Place names beside their dots so that none covers another, a dot or the edge. Pure and deterministic.
 */
import { type Box, crosses, isInside, nearestOf, overlap, type Segment } from "./labelBoxes";

/** A dot that wants a name; the first of a list are the ones that matter most. */
export interface Wanted {
  key: string;
  x: number;
  y: number;
  r: number;
  width: number;
  height: number;
  /** The ends of its whiskers, if it has some: a name may stand where one ends. */
  whiskers?: Box;
}

export interface PlacedLabel {
  key: string;
  box: Box;
  /** From the dot to its name, where the name had to go further away. */
  leader: Segment | null;
}

interface Surroundings {
  frame: Box;
  /** Never covered by a name, such as dots and remarks. */
  solid: readonly Box[];
  /** Better not covered: whiskers and lines. */
  lines: readonly Segment[];
}

interface Place {
  box: Box;
  leader: Segment | null;
  /** Its cost without regard to other names. */
  cost: number;
}

const DISTANCES = [5, 9, 18, 30, 44, 62, 84];
/** Right, then left, then what lies between: names are read from the dot to the right. */
const ANGLES = [0, 180, -45, 45, -135, 135, -90, 90, -22, 22, -158, 158, -68, 68, -112, 112].map(
  (degrees) => (degrees * Math.PI) / 180,
);
/** Beyond this distance a name cannot be matched to its dot. */
const NEAR = 12;
const COVERED = 1_000;
const ON_LINE = 7;
const LEADER = 6;
const ROUNDS = 5;
const AIR = 2;
/** Between the end of a whisker, with its cap, and the name. */
const BEYOND = 4;
const AT_WHISKER = 2;
const MISTAKEN = 8;
const UNSURE = 6;

/** Names that find no place are left out: the list is shorter then. */
export function placeLabels(wanted: readonly Wanted[], around: Surroundings): PlacedLabel[] {
  const places = wanted.map((one) => placesOf(one, around, wanted));
  const chosen: (Place | null)[] = wanted.map(() => null);
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    for (const [index, options] of places.entries()) {
      const others = chosen.filter((_, at) => at !== index);
      const best = cheapest(options, others);
      if (best !== chosen[index]) moved = true;
      chosen[index] = best;
    }
    if (!moved) break;
  }
  return kept(wanted, chosen);
}

function cheapest(options: readonly Place[], others: readonly (Place | null)[]): Place | null {
  let best: Place | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const option of options) {
    if (option.cost >= least) continue;
    const cost = option.cost + others.reduce((sum, other) => (other ? sum + clash(option, other) : sum), 0);
    if (cost < least) [best, least] = [option, cost];
  }
  return best;
}

function clash(one: Place, other: Place): number {
  const covered = overlap(airy(one.box), other.box);
  const led =
    Number(one.leader !== null && crosses(one.leader, other.box)) +
    Number(other.leader !== null && crosses(other.leader, one.box));
  return (covered > 0 ? COVERED + covered : 0) + led * COVERED * 0.5;
}

/** All that fit into the frame and cover no dot. */
function placesOf(one: Wanted, { frame, solid, lines }: Surroundings, all: readonly Wanted[]): Place[] {
  const found: Place[] = [];
  for (const [step, distance] of DISTANCES.entries()) {
    for (const [turn, angle] of ANGLES.entries()) {
      const box = boxAt(one, one.r + distance, angle);
      if (!isInside(box, frame) || solid.some((other) => overlap(box, other) > 0)) continue;
      const leader = distance > NEAR ? leaderOf(one, box) : null;
      const crossed = crossings(lines, box);
      const past = leader ? solid.filter((other) => !isOwn(other, one) && crosses(leader, other)).length : 0;
      found.push({
        box,
        leader,
        cost:
          step * 3 +
          turn * 0.35 +
          crossed * ON_LINE +
          (leader ? LEADER : mistakable(box, one, all)) +
          past * ON_LINE * 3,
      });
    }
  }
  for (const [turn, { box, away }] of atWhiskers(one).entries()) {
    if (!isInside(box, frame) || solid.some((other) => overlap(box, other) > 0)) continue;
    found.push({
      box,
      leader: null,
      cost: AT_WHISKER + turn * 0.35 + away / 5 + crossings(lines, box) * ON_LINE + mistakable(box, one, all),
    });
  }
  return found;
}

/** A name that stands nearer to another dot would be taken for the other's. */
function mistakable(box: Box, one: Wanted, all: readonly Wanted[]): number {
  const away = ({ x, y, r }: Wanted) => {
    const end = nearestOf(box, x, y);
    return Math.hypot(end.x - x, end.y - y) - r;
  };
  const own = away(one);
  return all.some((other) => other !== one && away(other) < own + UNSURE) ? MISTAKEN : 0;
}

function crossings(lines: readonly Segment[], box: Box): number {
  const near = airy(box);
  return lines.filter((line) => crosses(line, near)).length;
}

/** The end of a whisker, which leads from the dot to the name. */
function atWhiskers({ x, y, r, width, height, whiskers: ends }: Wanted): { box: Box; away: number }[] {
  if (!ends) return [];
  const at = (left: number, top: number, away: number) => ({
    box: { left, top, right: left + width, bottom: top + height },
    away: Math.max(0, away - r),
  });
  const beside = [
    at(ends.right + BEYOND, y - height / 2, ends.right - x),
    at(ends.left - BEYOND - width, y - height / 2, x - ends.left),
  ];
  const upright = [
    { top: ends.top - BEYOND - height, away: y - ends.top },
    { top: ends.bottom + BEYOND, away: ends.bottom - y },
  ].flatMap(({ top, away }) => [x - width / 2, x - BEYOND, x + BEYOND - width].map((left) => at(left, top, away)));
  return [...beside, ...upright];
}

function isOwn(box: Box, { x, y }: Wanted): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/** The edge or the corner that looks at the dot stands at the distance. */
function boxAt({ x, y, width, height }: Wanted, distance: number, angle: number): Box {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const left = side(x, dx, distance, width);
  const top = side(y, dy, distance, height);
  return { left, top, right: left + width, bottom: top + height };
}

function side(at: number, direction: number, distance: number, size: number): number {
  if (direction > 0.3) return at + direction * distance;
  if (direction < -0.3) return at + direction * distance - size;
  return at + direction * distance - size / 2;
}

function leaderOf({ x, y, r }: Wanted, box: Box): Segment {
  const end = nearestOf(box, x, y);
  const long = Math.hypot(end.x - x, end.y - y) || 1;
  return { x1: x + ((end.x - x) / long) * (r + 1), y1: y + ((end.y - y) / long) * (r + 1), x2: end.x, y2: end.y };
}

/** In the order of importance. A name that would cover a placed one is left out. */
function kept(wanted: readonly Wanted[], chosen: readonly (Place | null)[]): PlacedLabel[] {
  const labels: PlacedLabel[] = [];
  for (const [index, { key }] of wanted.entries()) {
    const place = chosen[index];
    if (!place) continue;
    const free = labels.every(
      ({ box, leader }) =>
        overlap(place.box, box) === 0 &&
        !(leader && crosses(leader, place.box)) &&
        !(place.leader && crosses(place.leader, box)),
    );
    if (free) labels.push({ key, box: place.box, leader: place.leader });
  }
  return labels;
}

function airy({ left, top, right, bottom }: Box): Box {
  return { left: left - AIR, top: top - AIR, right: right + AIR, bottom: bottom + AIR };
}
