/** In which order judged questions stand, and what they can be judged by. Pure. */

export const REVIEW_ORDERS = ["position", "best", "worst", "spread"] as const;
export type ReviewOrder = (typeof REVIEW_ORDERS)[number];

export const REVIEW_ORDER_NAMES: Record<ReviewOrder, string> = {
  position: "As added",
  best: "Best first",
  worst: "Worst first",
  spread: "Judges disagree most",
};

export const CRITERIA = ["clarity", "difficulty", "relevance", "originality"] as const;
export type QuestionCriterion = (typeof CRITERIA)[number];

export const CRITERION_NAMES: Record<QuestionCriterion, string> = {
  clarity: "Clarity",
  difficulty: "Difficulty",
  relevance: "Relevance",
  originality: "Originality",
};
export const CRITERION_HINTS: Record<QuestionCriterion, string> = {
  clarity: "it can be understood in one way only",
  difficulty: "it is demanding enough for a good model",
  relevance: "it matches the purpose of the dataset",
  originality: "it is not a well-known question",
};
