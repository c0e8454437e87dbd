export { triesKey, useAskModel } from "./api";
export {
  EFFORTS,
  EMPTY_PLAYGROUND,
  type PlaygroundValues,
  parameterProblems,
  parameterSummary,
  toParameters,
  typedParameters,
} from "./playgroundBody";
export { ParameterFields } from "./ParameterFields";
export { PlaygroundOutcome } from "./PlaygroundOutcome";
export { PlaygroundPanel } from "./PlaygroundPanel";
