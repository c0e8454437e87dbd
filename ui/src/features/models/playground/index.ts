export { triesKey } from "./api";
export { type AskValues, parameterProblems, parameterSummary, toParameters, typedParameters } from "./playgroundBody";
export { ParameterFields } from "./ParameterFields";
export { TryPanel } from "./PlaygroundPanel";
