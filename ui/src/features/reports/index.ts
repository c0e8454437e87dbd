export { reportsKey } from "./api";
export { staleReports } from "./events";
export { isDay, PERIODS } from "./period";
export type { ReportsPlace } from "./reportUrlState";
export { ProjectsSpending, type ProjectsPlace } from "./spending/SpendByProject";
export { GROUPS, PHASES, PROJECT_GROUPS } from "./types";
