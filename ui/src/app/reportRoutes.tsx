/** The addresses of the reports: those of one project, and the one of all projects together. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { frame, project } from "./baseRoutes";
import { projectsReportSearch, reportsSearch } from "./reportSearch";

export const reportsRoute = createRoute({
  getParentRoute: () => project,
  path: "reports",
  validateSearch: reportsSearch,
  component: lazyRouteComponent(() => import("@/features/reports/ReportsPage"), "ReportsPage"),
});

export const installationReportsRoute = createRoute({
  getParentRoute: () => frame,
  path: "/installation/reports",
  validateSearch: projectsReportSearch,
  component: lazyRouteComponent(() => import("@/features/reports/InstallationReportsPage"), "InstallationReportsPage"),
});
