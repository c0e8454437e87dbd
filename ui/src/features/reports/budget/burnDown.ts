/** How the money of a month went, day by day, and where it is going. Pure. */
import type { Series } from "@/shared/charts/chartSeries";
import type { Moment } from "@/shared/charts/timeline/timelineTypes";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";
import { dayWords, everyDay, lastOfMonth } from "../period";
import type { BurnDown } from "../types";
import { usd } from "../reportPhrasing";

export const SPENT: Series = { key: "spent", label: "spent so far, day by day", colour: 1 };
export const AHEAD: Series = {
  key: "ahead",
  label: "forecast; 95 of 100 such months end within the shaded range",
  colour: 1,
  dashed: true,
};

const FAR_ABOVE = 6;

export interface Course {
  moments: Moment[];
  series: Series[];
}

/** The spending up to each day, and from today on a line to the forecast of the month. */
export function courseOf({
  month,
  today,
  days,
  projected,
}: Pick<BurnDown, "month" | "today" | "days" | "projected">): Course {
  const end = lastOfMonth(month);
  const now = today < end ? today : end;
  const ofDay = new Map(days.map(({ day, spent_usd: spent }) => [day, usd(spent)]));
  let sum = 0;
  const moments: Moment[] = everyDay({ from: month, to: now }).map((day) => {
    sum += ofDay.get(day) ?? 0;
    return { key: day, at: placeOf(day), readings: { [SPENT.key]: plain(sum) }, alert: null };
  });
  if (projected === null || now === end) return { moments, series: [SPENT] };
  const last = moments.at(-1);
  if (last) last.readings = { ...last.readings, [AHEAD.key]: plain(sum) };
  moments.push({
    key: end,
    at: placeOf(end),
    readings: {
      [AHEAD.key]: { value: usd(projected.value_usd), low: usd(projected.low_usd), high: usd(projected.high_usd) },
    },
    alert: null,
  });
  return { moments, series: [SPENT, AHEAD] };
}

/** A limit far above the spending would flatten the line, so then only the text mentions it. */
export function inSight(limit: number | null, moments: readonly Moment[]): number | null {
  const highest = Math.max(
    0,
    ...moments.flatMap(({ readings }) =>
      Object.values(readings).flatMap((reading) => (reading ? [reading.high ?? reading.value] : [])),
    ),
  );
  return limit !== null && limit <= highest * FAR_ABOVE ? limit : null;
}

/** The axis marks midnights of the reader's clock: a day of the server stands at the mark of the same date. */
function placeOf(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}

function plain(value: number): Moment["readings"][string] {
  return { value, low: null, high: null };
}

/** What a moment of the drawing says. */
export function momentWords({ key, readings }: Moment): string {
  const spent = readings[SPENT.key];
  const ahead = readings[AHEAD.key];
  if (spent) return `${dayWords(key)}: ${formatMoney(spent.value)} spent since the month began`;
  if (ahead)
    return (
      `${dayWords(key)}, the end of the month: ${formatMoney(ahead.value)}, ` +
      `likely ${formatMoney(ahead.low ?? ahead.value)} to ${formatMoney(ahead.high ?? ahead.value)}`
    );
  return dayWords(key);
}

export type Standing = "spent" | "running-out" | "close" | "fine" | "no-limit";

/** How worried to be. */
export function standingOf({
  limit_usd: limit,
  spent_usd: spent,
  held_usd: held,
  runs_out_on: out,
  projected,
}: BurnDown): Standing {
  const allowed = readMoney(limit);
  if (allowed === null) return "no-limit";
  if (usd(spent) + usd(held) >= allowed) return "spent";
  if (out !== null) return "running-out";
  return projected !== null && usd(projected.high_usd) >= allowed ? "close" : "fine";
}

/** How much of the month is left, today included. */
export function leftWords({ month, today }: Pick<BurnDown, "month" | "today">): string {
  const end = lastOfMonth(month);
  return today > end ? "The month is over" : `${countOf(everyDay({ from: today, to: end }).length, "day")} left`;
}
