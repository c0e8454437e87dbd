/** Queues and labels in words. Pure. */
import type { AnnotationProgress, AnnotationQueue, Criterion, LabelValue } from "@/api/types";
import { scaleOf, SHARE, UNIT, valueOfText, valueText } from "@/shared/charts/estimateText";

export type Ask = AnnotationQueue["ask"];
export type Pick = AnnotationQueue["pick"];

export const ASK_NAMES: Record<Ask, string> = {
  thumbs: "Good or bad",
  stars: "1 to 5 stars",
  rubric: "Criteria of a rubric",
};

export const ASK_HINTS: Record<Ask, string> = {
  thumbs: "The quickest option: Y or N, then Enter, for each answer.",
  stars: "A finer scale of quality than good or bad.",
  rubric: "A label for each criterion, as judges give scores. Shows how well judges agree with people.",
};

export const PICK_NAMES: Record<Pick, string> = {
  all: "All answers",
  random: "A random sample",
  flagged: "Flagged for review",
  low: "Low scores",
  disagree: "Where judges disagree",
};

export const PICK_HINTS: Record<Pick, string> = {
  all: "Every answer of the run.",
  random: "Represents the whole run with fewer labels.",
  flagged: "Answers that someone flagged for review.",
  low: "Answers with low automatic scores, to check whether the scores are right.",
  disagree: "Answers that two judges of the run score very differently.",
};

/** A figure without needless zeros: 8, 7.5. */
export function plain(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** What a person said, on the scale that was asked for. */
export function valueWords(ask: Ask, value: LabelValue): string {
  if (ask === "thumbs")
    return value.grade === 1 ? "Good" : value.grade === 0 ? "Bad" : `${valueText(SHARE, value.grade)} good`;
  if (ask === "stars") return `${plain(value.stars ?? 1 + value.grade * 4)} of 5 stars`;
  return valueText(UNIT, value.grade);
}

/** A criterion's value on its own scale. */
export function criterionWords(criterion: Criterion, value: LabelValue): string {
  const share = value.criteria?.[criterion.name];
  return share === undefined ? "–" : valueOfText(scaleOf(criterion.scale), share);
}

export function progressWords({ done, items, disputed }: AnnotationProgress): string {
  const words = [`${done.toLocaleString("en")} of ${items.toLocaleString("en")} done`];
  if (disputed > 0) words.push(disputed === 1 ? "1 disagreement" : `${disputed.toLocaleString("en")} disagreements`);
  return words.join(" · ");
}

export function peopleWords(people: number): string {
  return people === 1 ? "1 person each" : `${people} people each`;
}
