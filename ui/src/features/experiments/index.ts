export { staleExperiments } from "./events";
export { experimentKey, experimentsKey, suggestionsKey } from "./keys";
export { experimentQuery } from "./api";
export { EXPERIMENT_FILTERS, type ExperimentFilter } from "./list/experimentFilters";
export { ExperimentChip } from "./page/ExperimentChip";
export { useExperimentNotifications } from "./useExperimentNotifications";
