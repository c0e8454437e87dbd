export { judgeChoicesQuery, judgeQuery, judgesKey, rubricChoicesQuery, rubricQuery } from "./api";
export { staleJudges } from "./events";
export { JudgeBadge } from "./JudgeBadge";
export { CriteriaTable } from "./rubric/CriteriaTable";
export {
  type CriterionPart,
  emptyRubric,
  formOf as rubricFormOf,
  newCriterion,
  rubricProblems,
  toRubric,
  weightSum,
} from "./rubric/rubricForm";
export { badgeOf, MODE_NAMES, MODES as JUDGE_MODES, rubricWords } from "./judgePhrasing";
