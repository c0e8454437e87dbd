/** Where a value stands on an axis, and which marks the axis has. Pure. */

export interface Domain {
  low: number;
  high: number;
}

/** What values of 0 to 1 can be. */
export const SHARES: Domain = { low: 0, high: 1 };

/** In percent of the width, held within the drawing. */
export function place(value: number, { low, high }: Domain): number {
  if (high === low) return 50;
  return Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100));
}

const STEPS = [1, 2, 2.5, 5, 10];

/** Round marks that cover the values: at most `count` steps, so that each can be read. */
export function niceTicks({ low, high }: Domain, count = 4): number[] {
  const span = high - low || Math.abs(high) || 1;
  const rough = span / count;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((one) => one * size >= rough) ?? 10) * size;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

export function around(ticks: readonly number[]): Domain {
  return { low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1 };
}

/** Everything within, with some room at both ends; never beyond what a value can be. */
export function covering(
  values: readonly number[],
  room = 0.08,
  within: Domain = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY },
): Domain {
  if (values.length === 0) return { low: 0, high: 1 };
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const more = (high - low || Math.abs(high) || 1) * room;
  return { low: Math.max(within.low, low - more), high: Math.min(within.high, high + more) };
}

/** Nought in the middle, so that left is worse and right is better. */
export function mirrored(values: readonly number[], room = 0.15): Domain {
  const reach = Math.max(...values.map(Math.abs), 1e-9) * (1 + room);
  return { low: -reach, high: reach };
}
