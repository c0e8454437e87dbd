/** The body of a change of preferences: what is not sent would fall back to the usual choice. Pure. */
import type { EventChoice, NotificationPreferences, NotifiedEvent } from "../types";

type Choices = Partial<Record<NotifiedEvent, EventChoice>>;

export function choicesOf(preferences: NotificationPreferences, changed: Choices = {}): Choices {
  const known = Object.fromEntries(preferences.events.map(({ event, choice }) => [event, choice]));
  return { ...known, ...changed };
}

/** The time zones that the browser knows; the chosen one is always among them. */
export function zonesWith(chosen: string): string[] {
  return [...new Set([chosen, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}
