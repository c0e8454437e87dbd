export { Agreement } from "./criteria/Agreement";
export { FACETS, RESULT_VIEWS, type ResultsPlace } from "./place";
export { VerdictPanel } from "./verdict/VerdictPanel";
export { VerdictChip } from "@/shared/verdicts/VerdictChip";
export { VERDICT_INKS } from "@/shared/verdicts/words";
