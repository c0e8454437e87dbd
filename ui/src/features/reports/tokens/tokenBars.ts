/** Tokens as bars: uncached input, cached input, output. Pure. */
import type { Point, Series } from "@/shared/charts/chartSeries";
import { formatTokens } from "@/shared/format/quantities";
import { type Days, everyDay } from "../period";
import type { Stacked } from "../stackedBars";
import type { Sums, Tokens } from "../types";
import { freshTokens, shareText } from "../reportPhrasing";

const PARTS: readonly { series: Series; of: (sums: Sums) => number }[] = [
  { series: { key: "fresh", label: "Prompt", colour: 1 }, of: freshTokens },
  {
    series: { key: "read", label: "Prompt, from the cache", colour: 4 },
    of: ({ cache_read_tokens: tokens }) => tokens,
  },
  {
    series: { key: "written", label: "Prompt, kept in the cache", colour: "rest" },
    of: ({ cache_write_tokens: tokens }) => tokens,
  },
  { series: { key: "completion", label: "Completion", colour: 2 }, of: ({ completion_tokens: tokens }) => tokens },
];

/** Parts that never occur are left out: most providers keep nothing in a cache. */
export function tokenBars(of: Tokens["days"], days: Days): Stacked {
  const used = PARTS.filter((part) => of.some((day) => part.of(day) > 0));
  const known = new Map(of.map((day) => [day.day, day]));
  const points: Point[] = everyDay(days).map((day) => {
    const sums = known.get(day);
    return { at: day, values: Object.fromEntries(used.map((part) => [part.series.key, sums ? part.of(sums) : 0])) };
  });
  return { series: used.map(({ series }) => series), points };
}

/** "1.2M tokens read and 340K written; 22% of the prompts came from the cache." */
export function tokensReading(total: Sums): string {
  const { prompt_tokens: prompt, completion_tokens: completion, cache_read_tokens: cached } = total;
  const first = `Models read ${formatTokens(prompt)} and wrote ${formatTokens(completion)} tokens`;
  return cached > 0 && prompt > 0
    ? `${first}; ${shareText(cached / prompt)} of what they read came from the cache.`
    : `${first}.`;
}
