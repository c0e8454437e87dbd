/** Between the form of a try and the body the server wants. What is left empty is not sent. Pure. */
import type { Capabilities, Model, Try } from "@/api/types";

export type ParameterName =
  | "temperature"
  | "max_tokens"
  | "top_p"
  | "top_k"
  | "frequency_penalty"
  | "presence_penalty"
  | "seed"
  | "stop"
  | "reasoning_effort";

export type OutputKind = "text" | "json" | "schema";
export const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
type Effort = (typeof EFFORTS)[number];

export interface PlaygroundValues {
  system: string;
  prompt: string;
  /** As typed; empty means not set. Stop sequences one a line. */
  parameters: Partial<Record<ParameterName, string>>;
  output: OutputKind;
  schema: string;
  /** A cached answer to the same request may be used. */
  reuse: boolean;
}

export const EMPTY_PLAYGROUND: PlaygroundValues = {
  system: "",
  prompt: "",
  parameters: {},
  output: "text",
  schema: "",
  reuse: false,
};

interface NumberRule {
  name: Exclude<ParameterName, "stop" | "reasoning_effort">;
  label: string;
  min: number;
  max: number;
  whole: boolean;
  step: number;
  hint: string;
}

export const NUMBER_RULES: readonly NumberRule[] = [
  { name: "temperature", label: "Temperature", min: 0, max: 2, whole: false, step: 0.1, hint: "0 to 2" },
  {
    name: "max_tokens",
    label: "Max tokens",
    min: 1,
    max: 1_000_000,
    whole: true,
    step: 1,
    hint: "Length of the answer",
  },
  { name: "top_p", label: "Top P", min: 0, max: 1, whole: false, step: 0.05, hint: "0 to 1" },
  { name: "top_k", label: "Top K", min: 1, max: 1_000_000, whole: true, step: 1, hint: "1 or more" },
  { name: "frequency_penalty", label: "Frequency penalty", min: -2, max: 2, whole: false, step: 0.1, hint: "−2 to 2" },
  { name: "presence_penalty", label: "Presence penalty", min: -2, max: 2, whole: false, step: 0.1, hint: "−2 to 2" },
  {
    name: "seed",
    label: "Seed",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    whole: true,
    step: 1,
    hint: "Same seed, similar answer",
  },
];

export function toPlaygroundBody({ system, prompt, parameters, output, schema, reuse }: PlaygroundValues) {
  const messages: { role: "system" | "user"; content: string }[] = [];
  if (system.trim()) messages.push({ role: "system", content: system });
  messages.push({ role: "user", content: prompt });
  return {
    messages,
    parameters: toParameters(parameters),
    output:
      output === "schema" ? { kind: output, schema: JSON.parse(schema) as Record<string, unknown> } : { kind: output },
    fresh: !reuse,
  };
}

/** The parameters that are set, as the server wants them. */
export function toParameters(parameters: PlaygroundValues["parameters"]) {
  const set: { stop?: string[]; reasoning_effort?: Effort } & Partial<Record<NumberRule["name"], number>> = {};
  for (const { name } of NUMBER_RULES) {
    const typed = parameters[name]?.trim();
    if (typed) set[name] = Number(typed);
  }
  const stop = stopSequences(parameters.stop ?? "");
  if (stop.length > 0) set.stop = stop;
  const effort = EFFORTS.find((known) => known === parameters.reasoning_effort);
  if (effort) set.reasoning_effort = effort;
  return set;
}

function stopSequences(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

export type ParameterProblems = Partial<Record<ParameterName, string>>;
export type PlaygroundProblems = ParameterProblems & Partial<Record<"prompt" | "schema", string>>;

export function problemsOf(values: PlaygroundValues): PlaygroundProblems {
  const problems: PlaygroundProblems = parameterProblems(values.parameters);
  if (!values.prompt.trim()) problems.prompt = "Enter a prompt to send";
  if (values.output === "schema" && !isObject(values.schema))
    problems.schema = 'A JSON schema is a JSON object, such as {"type": "object"}';
  return problems;
}

export function parameterProblems(parameters: PlaygroundValues["parameters"]): ParameterProblems {
  const problems: ParameterProblems = {};
  for (const { name, label, min, max, whole } of NUMBER_RULES) {
    const typed = parameters[name]?.trim();
    if (!typed) continue;
    const number = Number(typed);
    if (Number.isNaN(number)) problems[name] = "Enter a number";
    else if (number < min || number > max)
      problems[name] = max > 10 ? `${label} must be at least ${min}` : `${label} must be between ${min} and ${max}`;
    else if (whole && !Number.isInteger(number)) problems[name] = "Enter a whole number";
  }
  if (stopSequences(parameters.stop ?? "").length > 4) problems.stop = "At most 4 stop sequences";
  return problems;
}

function isObject(text: string): boolean {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read);
  } catch {
    return false;
  }
}

const CAPABILITY_OF: Partial<Record<ParameterName, keyof Capabilities>> = {
  temperature: "temperature",
  top_p: "top_p",
  top_k: "top_k",
  frequency_penalty: "penalties",
  presence_penalty: "penalties",
  seed: "seed",
  stop: "stop",
  reasoning_effort: "reasoning",
};

/** The Responses API has no field for them; chat completions has. */
const NOT_IN_RESPONSES: ReadonlySet<ParameterName> = new Set([
  "top_k",
  "frequency_penalty",
  "presence_penalty",
  "seed",
  "stop",
]);

type ModelFacts = Pick<Model, "capabilities" | "dropped" | "api_in_use">;

/** Why a parameter is not sent to this model or may be refused, or null if nothing speaks against it. */
export function refusalOf(model: ModelFacts, name: ParameterName): string | null {
  if (model.api_in_use === "responses" && NOT_IN_RESPONSES.has(name)) {
    return "The Responses API does not have this parameter.";
  }
  const words = model.dropped[name];
  if (words !== undefined) return words ? `Rejected before: ${words}` : "This model rejected this parameter before.";
  const capability = CAPABILITY_OF[name];
  return capability && model.capabilities[capability] === false ? "This model does not support this parameter." : null;
}

/** A try from the history as the form it came from. */
export function valuesOfTry(asked: Try): PlaygroundValues {
  const content = (role: string) =>
    asked.messages
      .filter((message) => message["role"] === role)
      .map(({ content }) => (typeof content === "string" ? content : ""))
      .join("\n");
  const { kind, schema } = asked.output;
  return {
    system: content("system"),
    prompt: content("user"),
    parameters: typedParameters(asked.parameters),
    output: kind,
    schema: kind === "schema" ? JSON.stringify(schema, null, 2) : "",
    reuse: !asked.fresh,
  };
}

/** Parameters from the server as someone would have typed them. */
export function typedParameters(set: Record<string, unknown>): PlaygroundValues["parameters"] {
  const parameters: PlaygroundValues["parameters"] = {};
  for (const [name, value] of Object.entries(set)) {
    const text = Array.isArray(value)
      ? value.join("\n")
      : typeof value === "number" || typeof value === "string"
        ? String(value)
        : "";
    if (text) parameters[name as ParameterName] = text;
  }
  return parameters;
}

/** The parameters that are set, in a few words. */
export function parameterSummary(parameters: PlaygroundValues["parameters"]): string {
  const set = Object.entries(parameters).filter(([, value]) => value.trim() !== "");
  return set.map(([name, value]) => `${name.replaceAll("_", " ")} ${value.replaceAll("\n", ", ")}`).join(" · ");
}
