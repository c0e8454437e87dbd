export { judgeChoicesQuery, judgeQuery, judgesKey, rubricChoicesQuery, rubricQuery } from "./api";
export { staleJudges } from "./events";
export { JudgeBadge } from "./JudgeBadge";
export { badgeOf, MODE_NAMES, MODES as JUDGE_MODES, rubricWords } from "./words";
