/** Under which keys a person's notifications stand in the cache. */

/** Lists, the number of unread ones, and preferences. */
export const notificationsKey = ["notifications"] as const;
export const unreadKey = [...notificationsKey, "unread"] as const;
export const preferencesKey = ["notification-preferences"] as const;
