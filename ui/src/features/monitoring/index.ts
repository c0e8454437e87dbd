export { staleMonitors } from "./events";
export { monitorsKey, trendsKey } from "./keys";
export { SuiteMonitors } from "./list/SuiteMonitors";
export { SuiteTrend } from "./trend/SuiteTrend";
