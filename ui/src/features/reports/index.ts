export { reportsKey } from "./api";
export { staleReports } from "./events";
export { isDay, PERIODS } from "./period";
export type { ReportUrlState } from "./reportUrlState";
export { SpendByProject, type ProjectsPlace } from "./spending/SpendByProject";
export { GROUPS, PHASES, PROJECT_GROUPS } from "./types";
