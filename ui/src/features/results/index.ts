export { CriterionAgreement } from "./criteria/CriterionAgreement";
export { FACETS, RESULT_VIEWS, type ResultsUrlState } from "./resultsUrlState";
export { baselineQuery, verdictQuery } from "./api";
export { BaselineBanner } from "./baseline/BaselineBanner";
export { changeWords, overallVerdict, verdictSentence } from "./baseline/baselinePhrasing";
export { ColumnChangeLine } from "./baseline/ColumnChangeLine";
export { VerdictPanel } from "./verdict/VerdictPanel";
export { VerdictChip } from "@/shared/verdicts/VerdictChip";
export { VERDICT_INKS } from "@/shared/verdicts/verdictPhrasing";
