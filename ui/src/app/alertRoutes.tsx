/** The addresses of monitors and of what they found. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { ALERT_STATES, type AlertFilter } from "@/features/alerts";
import { project } from "./baseRoutes";
import { oneOf } from "./searchParams";

export const monitorsRoute = createRoute({
  getParentRoute: () => project,
  path: "monitors",
  component: lazyRouteComponent(() => import("@/features/monitoring/list/MonitorsPage"), "MonitorsPage"),
});

const alerts = createRoute({ getParentRoute: () => project, path: "alerts" });

const alertList = createRoute({
  getParentRoute: () => alerts,
  path: "/",
  validateSearch: (search): AlertFilter => oneOf(search, "state", ALERT_STATES),
  component: lazyRouteComponent(() => import("@/features/alerts/list/AlertsPage"), "AlertsPage"),
});

const alert = createRoute({
  getParentRoute: () => alerts,
  path: "$alert",
  component: lazyRouteComponent(() => import("@/features/alerts/page/AlertPage"), "AlertPage"),
});

export const alertRoutes = alerts.addChildren([alertList, alert]);
