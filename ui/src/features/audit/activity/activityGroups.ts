/** Events of a feed by day, with runs of similar events as one entry. Pure. */
import type { ProjectEvent } from "@/api/types";
import { whoDidIt } from "./eventSentences";

export interface ActivityEntry {
  newest: ProjectEvent;
  /** Events of the same kind by the same person directly before it, newest first. */
  earlier: ProjectEvent[];
}

export interface ActivityDay {
  /** The local day, as 2026-05-01. */
  day: string;
  entries: ActivityEntry[];
}

export function groupActivity(events: readonly ProjectEvent[]): ActivityDay[] {
  const days: ActivityDay[] = [];
  for (const event of events) {
    const day = localDay(new Date(event.at));
    let group = days.at(-1);
    if (group?.day !== day) {
      group = { day, entries: [] };
      days.push(group);
    }
    const last = group.entries.at(-1);
    if (last && isAlike(last.newest, event)) last.earlier.push(event);
    else group.entries.push({ newest: event, earlier: [] });
  }
  return days;
}

/** "Today", "Yesterday", "Fri, 1 May". */
export function dayName(day: string, now: Date): string {
  if (day === localDay(now)) return "Today";
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day === localDay(yesterday)) return "Yesterday";
  return new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric", month: "short" }).format(
    new Date(`${day}T12:00:00`),
  );
}

function isAlike(one: ProjectEvent, other: ProjectEvent): boolean {
  return one.type === other.type && whoDidIt(one).label === whoDidIt(other).label;
}

function localDay(when: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}
