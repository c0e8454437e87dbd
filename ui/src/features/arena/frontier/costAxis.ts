/** The axis of money: straight for prices that are near each other, by powers where they are not. Pure. */
import { around, covering, niceTicks } from "@/shared/charts/axis";

export interface CostAxis {
  log: boolean;
  /** Something costs nothing: it stands in a lane of its own, as no power reaches zero. */
  free: boolean;
  ticks: readonly number[];
  /** Where a price stands, from 0 at the left to 1 at the right. */
  at: (cost: number) => number;
}

/** From this ratio on, straight steps would press the cheap ones into a corner. */
const WIDE = 8;
/** The lane of what is free, and its distance to the rest. */
const LANE = 0.05;
const GAP = 0.13;

export function costAxis(costs: readonly number[], count: number): CostAxis {
  const paid = costs.filter((cost) => cost > 0);
  const [low, high] = [Math.min(...paid), Math.max(...paid)];
  if (paid.length === 0 || high / low < WIDE) {
    const ticks = niceTicks(covering([0, ...paid], 0.06, { low: 0, high: Number.POSITIVE_INFINITY }), count);
    const { high: end } = around(ticks);
    return { log: false, free: false, ticks, at: (cost) => clamped(cost / end) };
  }
  const free = costs.some((cost) => cost <= 0);
  const from = free ? GAP : 0;
  // A little room at both ends, so that no dot stands on the edge; more at the right, for the name.
  const room = 0.04 * Math.log10(high / low);
  const [start, end] = [Math.log10(low) - room, Math.log10(high) + 2 * room];
  const at = (cost: number) =>
    cost <= 0 ? (free ? LANE : 0) : from + clamped((Math.log10(cost) - start) / (end - start)) * (1 - from);
  return { log: true, free, ticks: powerTicks(10 ** start, 10 ** end, count), at };
}

const FINE = [1, 2, 5];
const MIDDLE = [1, 3];
const COARSE = [1];

/** Round prices between the ends: as fine as there is room for. */
export function powerTicks(low: number, high: number, count: number): number[] {
  for (const steps of [FINE, MIDDLE, COARSE]) {
    const ticks = within(low, high, steps);
    if (ticks.length <= count && ticks.length > 1) return ticks;
  }
  const powers = within(low, high, COARSE);
  if (powers.length < 2) return within(low, high, FINE);
  const every = Math.ceil(powers.length / count);
  return powers.filter((_, index) => index % every === 0);
}

function within(low: number, high: number, steps: readonly number[]): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const step of steps) {
      const tick = Number((step * 10 ** power).toPrecision(6));
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  }
  return ticks;
}

function clamped(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** As short as a mark can be: $0.002, $0.5, $20. */
export function tickMoney(usd: number): string {
  if (usd === 0) return "$0";
  return `$${usd.toLocaleString("en", { maximumSignificantDigits: 3, maximumFractionDigits: 9 })}`;
}
