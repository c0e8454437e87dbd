export { assistForecastQuery, assistQuery, cancelAssist, isOver, startAssist } from "./api";
export { type AssistAction, AssistPanel, type RuleAction } from "./AssistPanel";
export { assistCostText } from "./assistCostText";
export { AssistPrice } from "./AssistPrice";
export { AssistStep } from "./AssistStep";
export { ChangedText } from "./ChangedText";
export { ChoiceList } from "./ChoiceList";
export { assistsKey } from "./keys";
export {
  changesOf,
  readCases,
  readCriteria,
  readExplanation,
  readJudged,
  readOptions,
  readOutput,
  readPrompts,
  readText,
  type WrittenCases,
  type WrittenCriterion,
} from "./readAssistResults";
export { UnreadableAnswer } from "./UnreadableAnswer";
export { useAssist } from "./useAssist";
