/** Notifications by the day on which they were created, in the time zone of the browser. Pure. */
import type { PersonalNotification } from "./types";

interface NotificationDay {
  day: string;
  items: PersonalNotification[];
}

const DAY = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });
const DAY_OF_YEAR = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric" });

/** Keeps the order: newest first. */
export function groupByDay(items: readonly PersonalNotification[], now: Date): NotificationDay[] {
  const days: NotificationDay[] = [];
  for (const item of items) {
    const day = dayName(new Date(item.created_at), now);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

function dayName(when: Date, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (when.toDateString() === now.toDateString()) return "Today";
  if (when.toDateString() === yesterday.toDateString()) return "Yesterday";
  return (when.getFullYear() === now.getFullYear() ? DAY : DAY_OF_YEAR).format(when);
}

/** "99+" from a hundred on. */
export function countText(unread: number): string {
  return unread > 99 ? "99+" : String(unread);
}
