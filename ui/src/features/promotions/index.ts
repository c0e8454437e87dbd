/** What the screens of prompts, results and alerts need: they are below the pages of promotions. */
export { PromoteDialog } from "./dialog/PromoteDialog";
export { stalePromotions } from "./events";
export { PROMOTION_FILTERS, type PromotionListPlace } from "./promotionUrlState";
export { protectionOf } from "./protection";
export { ProtectedLabels } from "./ProtectedLabels";
export { ReviewViews } from "./ReviewViews";
export { useOverridden } from "./useOverridden";
