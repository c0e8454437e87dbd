export { CriterionAgreement } from "./criteria/CriterionAgreement";
export { FACETS, RESULT_VIEWS, type ResultsUrlState } from "./resultsUrlState";
export { VerdictPanel } from "./verdict/VerdictPanel";
export { VerdictChip } from "@/shared/verdicts/VerdictChip";
export { VERDICT_INKS } from "@/shared/verdicts/verdictPhrasing";
