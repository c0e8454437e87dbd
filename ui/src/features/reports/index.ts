export { reportsKey } from "./api";
export { staleReports } from "./events";
export { isDay, PERIODS } from "./period";
export type { ReportsPlace } from "./place";
export { ProjectsSpending, type ProjectsPlace } from "./spending/ProjectsSpending";
export { GROUPS, PHASES, PROJECT_GROUPS } from "./types";
