/** The axis of a timeline: where a moment stands, which times are marked, and how they read. Pure. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS = [
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
  91 * DAY,
  365 * DAY,
];

export interface Span {
  from: number;
  to: number;
}

export interface TimeTick {
  at: number;
  label: string;
}

/** All moments with some room at both ends; a single one stands in the middle. */
export function spanOf(times: readonly number[]): Span {
  if (times.length === 0) return { from: 0, to: 1 };
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const room = Math.max((to - from) * 0.025, MINUTE / 2);
  return { from: from - room, to: to + room };
}

/** In pixels of the width. */
export function across(at: number, { from, to }: Span, width: number): number {
  return ((at - from) / (to - from)) * width;
}

/** Round times of the reader's own clock, at most `count` of them. */
export function timeTicks({ from, to }: Span, count: number): TimeTick[] {
  const step = STEPS.find((size) => (to - from) / size <= count) ?? 365 * DAY;
  const ticks: number[] = [];
  for (let at = firstTick(from, step); at <= to; at = nextTick(at, step)) {
    if (at >= from) ticks.push(at);
  }
  return ticks.map((at, index) => ({ at, label: labelOf(at, ticks[index - 1] ?? null, step) }));
}

function firstTick(from: number, step: number): number {
  const day = new Date(from);
  day.setHours(0, 0, 0, 0);
  if (step >= 30 * DAY) day.setDate(1);
  if (step >= DAY) return day.getTime();
  const midnight = day.getTime();
  return midnight + Math.ceil((from - midnight) / step) * step;
}

/** By the calendar where steps are days: a day can have 23 hours. */
function nextTick(at: number, step: number): number {
  if (step < DAY) return at + step;
  const next = new Date(at);
  if (step >= 30 * DAY) next.setMonth(next.getMonth() + Math.round(step / (30 * DAY)));
  else next.setDate(next.getDate() + Math.round(step / DAY));
  return next.getTime();
}

const CLOCK = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DATE = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" });
const MONTH = new Intl.DateTimeFormat("en", { month: "short", year: "numeric" });
const FULL = new Intl.DateTimeFormat("en", {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The clock within a day, the date where a day begins. */
function labelOf(at: number, before: number | null, step: number): string {
  const when = new Date(at);
  if (step >= 30 * DAY) return MONTH.format(when);
  if (step >= DAY) return DATE.format(when);
  const newDay = before !== null && new Date(before).getDate() !== when.getDate();
  return newDay ? DATE.format(when) : CLOCK.format(when);
}

export function momentText(at: number): string {
  return FULL.format(new Date(at));
}

/** The one nearest to a place; null where there is none. */
export function nearest<One extends { at: number }>(all: readonly One[], at: number): One | null {
  let found: One | null = null;
  for (const one of all) {
    if (found === null || Math.abs(one.at - at) < Math.abs(found.at - at)) found = one;
  }
  return found;
}
