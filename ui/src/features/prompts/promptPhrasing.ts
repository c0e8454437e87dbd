/** How the parts of a prompt are called on the screens. */
import type { ContractKind, PromptKind, VersionCard } from "@/api/types";
import type { OutputKind, Role } from "./draft/draftContent";

export const KIND_NAMES: Record<PromptKind, string> = { generator: "Generator", grader: "Grader" };

export const KIND_HINTS: Record<PromptKind, string> = {
  generator: "A prompt whose answers you want to improve",
  grader: "Judges the answers of other prompts",
};

export const ROLE_NAMES: Record<Role, string> = {
  system: "System",
  user: "User",
  assistant: "Assistant",
  tool: "Tool",
};

export const ORIGIN_WORDS: Record<VersionCard["origin"], string> = {
  saved: "saved",
  run: "saved by a run",
  restored: "restored",
  forked: "forked",
  imported: "imported",
  suggested: "suggested",
};

export const CONTRACT_NAMES: Record<ContractKind, string> = {
  text: "text",
  response: "<response>",
  json: "JSON",
  response_json: "<response> JSON",
  schema: "schema",
};

export const CONTRACT_MEANINGS: Record<ContractKind, string> = {
  text: "The whole answer is used, in any format.",
  response: "Only the text between <response> and </response> is used. An answer without the tags is malformed.",
  json: "The whole answer must be JSON; a ```json fence around it is removed. Any other answer is malformed.",
  response_json: "The text between <response> and </response> must be JSON. Any other answer is malformed.",
  schema: "The answer must be JSON that matches the schema. Any other answer is malformed.",
};

export const OUTPUT_CHOICES: readonly { value: OutputKind; label: string; hint: string }[] = [
  { value: "auto", label: "Automatic", hint: "Detected from the text of the prompt" },
  { value: "text", label: "Text", hint: "Any answer is valid" },
  { value: "response", label: "<response> tag", hint: "The text between <response> and </response> is used" },
  { value: "json", label: "JSON", hint: "The whole answer must be JSON" },
  {
    value: "response_json",
    label: "JSON in a <response> tag",
    hint: "JSON between the tags; other text before them is allowed",
  },
  {
    value: "schema",
    label: "JSON schema",
    hint: "JSON that matches a schema; enforced by the provider if it supports schemas",
  },
];

export const PART_NAMES: Record<string, string> = {
  system: "System",
  messages: "Prompt messages",
  few_shots: "Few-shots",
  tools: "Tools",
  output: "Output contract",
  parameters: "Parameters",
};

export const PRODUCTION = "production";
export const LATEST = "latest";

/** What a move of production does, for its confirmation. */
export function productionMove(now: number | undefined, number: number): string {
  return now === undefined
    ? `From now on, production uses version ${number}.`
    : `Production moves from version ${now} to version ${number}.`;
}

/** The labels that people set, production first. `latest` moves automatically and is left out. */
export function setLabels(labels: Record<string, number>): [label: string, number: number][] {
  return Object.entries(labels)
    .filter(([label]) => label !== LATEST)
    .sort(([one], [other]) => Number(other === PRODUCTION) - Number(one === PRODUCTION) || one.localeCompare(other));
}
