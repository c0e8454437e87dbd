export { suiteListQuery, suiteQuery } from "./api";
export { staleSuites } from "./events";
export { suiteKey, suitesKey } from "./keys";
export { SUITE_FILTERS, type SuiteListPlace } from "./list/suiteFilters";
export { SUITE_TABS, type SuiteTab } from "./page/suiteTabs";
