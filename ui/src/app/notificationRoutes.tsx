/** The addresses of a person's notifications and of their settings. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frame } from "./baseRoutes";
import { flag, text } from "./searchParams";

export const notificationsRoute = createRoute({
  getParentRoute: () => frame,
  path: "/notifications",
  validateSearch: (search): { unread?: boolean; project?: string } => ({
    ...flag(search, "unread"),
    ...text(search, "project"),
  }),
  component: lazyRouteComponent(() => import("@/features/notifications/NotificationsPage"), "NotificationsPage"),
});

export const notificationSettingsRoute = createRoute({
  getParentRoute: () => frame,
  path: "/account/notifications",
  component: lazyRouteComponent(
    () => import("@/features/notifications/preferences/NotificationSettingsPage"),
    "NotificationSettingsPage",
  ),
});
