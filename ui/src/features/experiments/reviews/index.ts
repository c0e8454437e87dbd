export { ReviewsBadge } from "./ReviewsBadge";
export { REVIEW_STATES, type ReviewFilter } from "./reviewUrlState";
