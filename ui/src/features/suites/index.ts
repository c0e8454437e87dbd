export { suiteQuery } from "./api";
export { staleSuites } from "./events";
export { suiteKey, suitesKey } from "./keys";
export { SUITE_FILTERS, type SuiteListPlace } from "./list/filters";
export { SUITE_TABS, type SuiteTab } from "./page/tabs";
