export { assistForecastQuery, assistQuery, cancelAssist, isOver, startAssist } from "./assist/api";
export { readCases } from "./assist/readAssistResults";
export { staleExperiments } from "./events";
export { assistsKey, experimentKey, experimentsKey, suggestionsKey } from "./keys";
export { experimentQuery } from "./api";
export { EXPERIMENT_FILTERS, type ExperimentFilter } from "./list/experimentFilters";
export { ExperimentChip } from "./page/ExperimentChip";
export { useExperimentNotifications } from "./useExperimentNotifications";
