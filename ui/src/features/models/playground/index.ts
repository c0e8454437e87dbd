export { triesKey } from "./api";
export {
  type PlaygroundValues,
  parameterProblems,
  parameterSummary,
  toParameters,
  typedParameters,
} from "./playgroundBody";
export { ParameterFields } from "./ParameterFields";
export { PlaygroundPanel } from "./PlaygroundPanel";
