/** What the frame uses of notifications. */
export { notificationsKey } from "./keys";
export { NotificationBell } from "./NotificationBell";
