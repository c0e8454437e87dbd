/** The words every chart of the product speaks: points over time, named series, a format for the values. */

export interface Series {
  key: string;
  label: string;
  /**
   * Which of the series colours; the same thing keeps the same colour on every chart.
   * All that have none of their own share a quiet one.
   */
  colour: 1 | 2 | 3 | 4 | "rest";
  dashed?: boolean;
}

export interface Point {
  at: string;
  /** Null where there is nothing to show: a gap, not a zero. */
  values: Readonly<Record<string, number | null>>;
}

export const COLOURS: Record<Series["colour"], string> = {
  1: "var(--series-1)",
  2: "var(--series-2)",
  3: "var(--series-3)",
  4: "var(--series-4)",
  rest: "var(--control)",
};

const HOUR = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hour12: false });
const DAY = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });
const DAY_AND_HOUR = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

export type TimeStep = "hour" | "day";

/** Hours in the reader's time zone; days are the server's, which are UTC. */
export function axisTime(at: string, step: TimeStep): string {
  return (step === "hour" ? HOUR : DAY).format(new Date(at));
}

export function fullTime(at: string, step: TimeStep): string {
  return (step === "hour" ? DAY_AND_HOUR : DAY).format(new Date(at));
}
