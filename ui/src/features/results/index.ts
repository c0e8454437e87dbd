export { FACETS, RESULT_VIEWS, type ResultsPlace } from "./place";
export { VerdictPanel } from "./verdict/VerdictPanel";
