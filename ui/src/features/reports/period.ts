/** Which days a report is about. Days are those of the server, which are UTC, and both ends count. Pure. */

export const PERIODS = ["7d", "30d", "90d", "month", "last-month", "custom"] as const;
export type PeriodName = (typeof PERIODS)[number];

export const PERIOD_WORDS: Record<PeriodName, string> = {
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  month: "This month",
  "last-month": "Last month",
  custom: "Custom range",
};

export interface Days {
  from: string;
  to: string;
  /** Simulated models are shown too; left out by themselves, for they cost no real money. */
  simulated?: "included";
}

export interface WantedPeriod {
  simulated?: "included";
  period?: Exclude<PeriodName, "30d">;
  /** Only where the days are chosen one by one. */
  from?: string;
  to?: string;
}

const DAY_MS = 86_400_000;
/** The server reads no more at once: two years, one of them with a leap day. */
const MOST_DAYS = 731;
const LENGTHS: Partial<Record<PeriodName, number>> = { "7d": 7, "30d": 30, "90d": 90 };

/** What the calendar says at the server. */
export function serverToday(): string {
  return dayText(Date.now());
}

export function daysOf({ simulated, ...wanted }: WantedPeriod, today: string): Days {
  return { ...spanOf(wanted, today), ...(simulated ? { simulated } : {}) };
}

function spanOf({ period: wanted, from, to }: WantedPeriod, today: string): Days {
  const period: PeriodName = wanted ?? "30d";
  const length = LENGTHS[period];
  if (length !== undefined) return { from: later(today, 1 - length), to: today };
  if (period === "month") return { from: monthOf(today), to: today };
  if (period === "last-month") {
    const end = later(monthOf(today), -1);
    return { from: monthOf(end), to: end };
  }
  const [first, last] = [from ?? to ?? later(today, -29), to ?? today];
  // Typed the wrong way round, the same days are meant.
  return first <= last ? atMost(first, last) : atMost(last, first);
}

function atMost(from: string, to: string): Days {
  const earliest = later(to, 1 - MOST_DAYS);
  return { from: from < earliest ? earliest : from, to };
}

/** Every day of them, those without calls too. */
export function everyDay({ from, to }: Days): string[] {
  const count = Math.max(0, Math.round((timeOf(to) - timeOf(from)) / DAY_MS)) + 1;
  return Array.from({ length: count }, (_, index) => later(from, index));
}

export function later(day: string, by: number): string {
  return dayText(timeOf(day) + by * DAY_MS);
}

function monthOf(day: string): string {
  return `${day.slice(0, 8)}01`;
}

export function lastOfMonth(day: string): string {
  const first = new Date(timeOf(monthOf(day)));
  return dayText(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
}

/** A day as anyone may have typed it into an address. */
export function isDay(text: unknown): text is string {
  return typeof text === "string" && /^20\d\d-\d\d-\d\d$/.test(text) && dayText(timeOf(text)) === text;
}

const SHORT = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });
const LONG = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

export function dayWords(day: string): string {
  return isDay(day) ? SHORT.format(timeOf(day)) : day;
}

/** "Nov 1 to Nov 16, 2026". */
export function spanWords({ from, to }: Days): string {
  if (from === to) return LONG.format(timeOf(to));
  return `${(from.slice(0, 4) === to.slice(0, 4) ? SHORT : LONG).format(timeOf(from))} to ${LONG.format(timeOf(to))}`;
}

export function monthWords(day: string): string {
  return MONTH.format(timeOf(day));
}

function timeOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getTime();
}

function dayText(time: number): string {
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : "";
}
