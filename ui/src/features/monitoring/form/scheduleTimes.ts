/** Time zones and due times as they are shown. Pure. */

/** UTC first: it is what servers mean. */
export const ZONES: readonly string[] = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** On the clock of the schedule, because that is what was asked for. */
export function dueText(at: string, timezone: string): string {
  return new Intl.DateTimeFormat("en", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: timezone,
  }).format(new Date(at));
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
