/** From the parts of each day to bars: which part has which colour, and a value for every day. Pure. */
import type { Point, Series } from "@/shared/charts/chartSeries";
import { type Days, everyDay } from "./period";
import { type AnyStack, type DayPart, PHASES } from "./types";
import { named, nameOf, OTHERS, sumsBy, usd } from "./reportPhrasing";

/** More parts than colours share one. */
const MOST_PARTS = 4;

export interface Stacked {
  series: Series[];
  points: Point[];
}

/** The most expensive parts have a colour each. A phase keeps its own colour. */
export function stacked(parts: readonly DayPart[], days: Days, by: AnyStack): Stacked {
  const order =
    by === "phase"
      ? PHASES.filter((phase) => parts.some(({ key }) => key === phase))
      : sumsBy(named(parts), ({ key }) => key).map(({ key }) => key);
  const shown: readonly string[] = order.slice(0, MOST_PARTS);
  const rest = order.length - shown.length;
  const series: Series[] = shown.map((key, index) => ({
    key,
    label: labelOf(parts, key, by),
    colour: colourOf(by === "phase" ? PHASES.findIndex((phase) => phase === key) : index),
  }));
  // The server has merged the cheapest parts, so their number is unknown.
  const bundled = parts.some(({ key }) => key === OTHERS);
  if (rest > 0 || bundled)
    series.push({ key: OTHERS, label: bundled ? "Others" : rest === 1 ? "1 other" : `${rest} others`, colour: "rest" });

  const byDay = new Map<string, Record<string, number>>();
  for (const { day, key, cost_usd: cost } of parts) {
    const name = shown.includes(key) ? key : OTHERS;
    const values = byDay.get(day) ?? {};
    byDay.set(day, { ...values, [name]: (values[name] ?? 0) + usd(cost) });
  }
  const nothing = Object.fromEntries(series.map(({ key }) => [key, 0]));
  return { series, points: everyDay(days).map((day) => ({ at: day, values: { ...nothing, ...byDay.get(day) } })) };
}

function labelOf(parts: readonly DayPart[], key: string, by: AnyStack): string {
  return nameOf(by, parts.find((part) => part.key === key) ?? { key, label: "" });
}

function colourOf(index: number): Series["colour"] {
  return ([1, 2, 3, 4] as const)[index] ?? "rest";
}

/** The colour a row of the table has in the bars above it; null where the two are split by different things. */
export function colourIn({ series }: Stacked, key: string): Series["colour"] | null {
  if (series.length === 0) return null;
  return series.find((one) => one.key === key)?.colour ?? (series.some((one) => one.key === OTHERS) ? "rest" : null);
}
