export { triesKey } from "./api";
export { type AskValues, parameterProblems, parameterSummary, toParameters, typedParameters } from "./askBody";
export { ParameterFields } from "./ParameterFields";
export { TryPanel } from "./TryPanel";
