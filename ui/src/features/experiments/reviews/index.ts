export { REVIEW_STATES, type ReviewFilter } from "./reviewUrlState";
