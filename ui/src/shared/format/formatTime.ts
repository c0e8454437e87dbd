/** How times read: relative at a glance, exact on request. */

/** Unit, its length in seconds, and from what size on it is used: "in 7 days" says more than "in 1 week". */
const UNITS: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ["year", 31_536_000, 31_536_000],
  ["month", 2_592_000, 5_184_000],
  ["week", 604_800, 1_209_600],
  ["day", 86_400, 86_400],
  ["hour", 3_600, 3_600],
  ["minute", 60, 60],
];

const counted = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const named = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

export function relativeTime(when: Date, now: Date): string {
  const seconds = Math.round((when.getTime() - now.getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size < 45) return seconds > 10 ? "in a moment" : "just now";
  for (const [unit, length, from] of UNITS) {
    // What has passed is counted in full units; what is to come is rounded, so that a week from now is not "6 days".
    const words = unit === "day" ? named : counted;
    if (seconds < 0 && size >= from) return words.format(Math.trunc(seconds / length), unit);
    if (seconds > 0 && size >= from * 0.98) return words.format(Math.round(seconds / length), unit);
  }
  return counted.format(Math.sign(seconds), "minute");
}

/** When something is due. A time to come is never "just now", and one that has passed starts at any moment. */
export function dueTime(when: Date, now: Date): string {
  return when.getTime() - now.getTime() < 45_000 ? "in a moment" : relativeTime(when, now);
}

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const date = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" });

/** "14:02", with the date if it was on another day. */
export function clockTime(when: Date, now: Date): string {
  const same = when.toDateString() === now.toDateString();
  return same ? clock.format(when) : `${date.format(when)}, ${clock.format(when)}`;
}

export function exactTime(when: Date): string {
  return exact.format(when);
}
