/** The form that starts a review of questions. Pure. */
import { CRITERIA, type QuestionCriterion } from "./reviewOrders";
import type { Review, ReviewOrderBody } from "./types";

export const MOST_JUDGES = 5;
export const MOST_INSTRUCTIONS = 3_500;

export interface ReviewForm {
  /** Models that Edison makes judges of, or judges that are there. */
  by: "models" | "judges";
  models: readonly { id: string; title: string }[];
  judges: readonly string[];
  criteria: readonly QuestionCriterion[];
  instructions: string;
  name: string;
}

export const EMPTY_REVIEW: ReviewForm = {
  by: "models",
  models: [],
  judges: [],
  criteria: CRITERIA,
  instructions: "",
  name: "",
};

/** What is missing before it can start; null: nothing. */
export function reviewProblem({ by, models, judges, criteria, instructions }: ReviewForm): string | null {
  if (by === "judges") return judges.length === 0 ? "Choose at least one judge" : null;
  if (models.length === 0) return "Choose at least one model that judges";
  if (criteria.length === 0 && !instructions.trim())
    return "Choose a criterion, or describe in your own words what to judge";
  return null;
}

export function toReviewOrder({ by, models, judges, criteria, instructions, name }: ReviewForm): ReviewOrderBody {
  const called = name.trim();
  if (by === "judges") return { name: called, instructions: "", judges: [...judges] };
  return {
    name: called,
    models: models.map(({ id }) => id),
    // In the order in which they stand on the screen, however they were pressed.
    criteria: CRITERIA.filter((one) => criteria.includes(one)),
    instructions: instructions.trim(),
  };
}

/** "Review #12: clarity only" */
export function reviewName({ number, name }: Pick<Review, "number" | "name">): string {
  return name ? `#${number}: ${name}` : `Review #${number}`;
}
