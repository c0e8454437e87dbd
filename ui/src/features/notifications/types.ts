/** Parts of notifications under short names. */
import type { NotificationPreferences, NotificationsPage } from "@/api/types";

export type { NotificationPreferences };
export type PersonalNotification = NotificationsPage["items"][number];
export type NotifiedEvent = PersonalNotification["event"];
export type NotifiedEventRow = NotificationPreferences["events"][number];
export type EventChoice = NotifiedEventRow["choice"];
export type MailTiming = EventChoice["mail"];
