/** How what was paid for reads. Pure. */
import { PHASE_WORDS } from "@/shared/format/phases";
import { countOf, formatMoney, formatPercent, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { type Days, dayWords, everyDay } from "./period";
import type { AnyGroup, AnyStack, Phase, Spending, Stack, Sums } from "./types";

export const GROUP_WORDS: Record<AnyGroup, string> = {
  project: "Project",
  model: "Model",
  phase: "Phase",
  run: "Run",
  experiment: "Experiment",
  day: "Day",
};
export const STACK_WORDS: Record<Stack, string> = { model: "By model", phase: "By phase" };

/** The key of what belongs to none. */
export const NONE = "none";
const NONE_WORDS: Partial<Record<AnyGroup, string>> = {
  model: "A removed model",
  run: "Outside of runs",
  experiment: "Outside of experiments",
};

export function nameOf(group: AnyGroup, { key, label }: { key: string; label: string }): string {
  if (group === "phase") return PHASE_WORDS[key as Phase] ?? visibleText(label || key);
  if (group === "day") return dayWords(key);
  if (key === NONE) return NONE_WORDS[group] ?? "None";
  return visibleText(label) || "Untitled";
}

/** The key of all that have no layer of their own. */
export const OTHERS = "others";

export function named<Part extends { key: string }>(parts: readonly Part[]): Part[] {
  return parts.filter(({ key }) => key !== OTHERS);
}

export function usd(text: string | null): number {
  return readMoney(text) ?? 0;
}

/** A share that is not nought never reads as nought. */
export function shareText(share: number | null): string {
  if (share === null) return "–";
  return share > 0 && share < 0.01 ? "<1%" : formatPercent(share);
}

/** One or two sentences over the bars. */
export function spendingReading(
  { series, total }: Pick<Spending, "series" | "total">,
  days: Days,
  by: AnyStack,
): string {
  const spent = usd(total.cost_usd);
  if (spent === 0) return `${countOf(total.calls, "call")} at no cost.`;
  const first = `${formatMoney(spent)} in ${countOf(everyDay(days).length, "day")}`;
  const [most] = sumsBy(named(series), ({ key }) => key);
  const [highest] = sumsBy(series, ({ day }) => day);
  const part = series.find(({ key }) => key === most?.key);
  const name = part ? nameOf(by, part) : null;
  const main =
    !most || !name
      ? ""
      : most.sum >= spent * 0.995
        ? `, all of it for ${inText(by, name)}`
        : `, ${shareText(most.sum / spent)} of it for ${inText(by, name)}`;
  const peak =
    highest && days.from !== days.to
      ? ` The most expensive day was ${dayWords(highest.key)} with ${formatMoney(highest.sum)}.`
      : "";
  return `${first}${main}.${peak}`;
}

/** Most first. */
export function sumsBy<Part extends { cost_usd: string }>(
  parts: readonly Part[],
  keyOf: (part: Part) => string,
): { key: string; sum: number }[] {
  const sums = new Map<string, number>();
  for (const part of parts) sums.set(keyOf(part), (sums.get(keyOf(part)) ?? 0) + usd(part.cost_usd));
  return [...sums].map(([key, sum]) => ({ key, sum })).toSorted((one, other) => other.sum - one.sum);
}

function inText(by: AnyStack, name: string): string {
  return by === "phase" ? name.toLowerCase() : name;
}

/** The uncached part of the prompt, which is charged at the full price. */
export function freshTokens({
  prompt_tokens: prompt,
  cache_read_tokens: read,
  cache_write_tokens: written,
}: Sums): number {
  return Math.max(0, prompt - read - written);
}

/** A cache can cost more than it saves: what is below nought has a minus before the dollars. */
export function savedText(amount: number | null): string {
  return amount !== null && amount < 0 ? `−${formatMoney(-amount)}` : formatMoney(amount);
}

/** "$8.20 less (67%)", "$1.10 more (12%)", "the same". */
export function differenceText(actual: number, other: number): string {
  const by = other - actual;
  if (formatMoney(Math.abs(by)) === formatMoney(0)) return "the same";
  return (
    `${formatMoney(Math.abs(by))} ` +
    `${by < 0 ? "less" : "more"}${actual > 0 ? ` (${shareText(Math.abs(by) / actual)})` : ""}`
  );
}
