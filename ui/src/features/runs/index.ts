export { reportQuery, type RunFilter, runsKey } from "./api";
export { staleRuns } from "./events";
export { ROW_SORTS, ROW_STATES, type WantedRows } from "./grid/rowFilter";
export { GROUP_NAMES } from "./states";
