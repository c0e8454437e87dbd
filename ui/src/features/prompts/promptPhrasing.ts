/** How the parts of a prompt are called on the screens. */
import type { ContractKind, PromptKind, VersionCard } from "@/api/types";
import type { OutputKind, Role } from "./draft/draftContent";

export const KIND_NAMES: Record<PromptKind, string> = { generator: "Generator", grader: "Grader" };

export const KIND_HINTS: Record<PromptKind, string> = {
  generator: "Its answers are what you want to improve",
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
  text: "The whole answer counts, whatever it looks like.",
  response: "Only the text between <response> and </response> counts. An answer without the tags is malformed.",
  json: "The whole answer has to be JSON; a ```json fence around it is taken off. Anything else is malformed.",
  response_json: "The text between <response> and </response> must be JSON. Anything else is malformed.",
  schema: "The answer has to be JSON that follows the schema. Anything else is malformed.",
};

export const OUTPUT_CHOICES: readonly { value: OutputKind; label: string; hint: string }[] = [
  { value: "auto", label: "Automatic", hint: "Found out from the words of the prompt" },
  { value: "text", label: "Text", hint: "Any answer is valid" },
  { value: "response", label: "<response> tag", hint: "The text between <response> and </response> counts" },
  { value: "json", label: "JSON", hint: "The whole answer has to be JSON" },
  {
    value: "response_json",
    label: "JSON in a <response> tag",
    hint: "JSON between the tags; thinking before it is allowed",
  },
  {
    value: "schema",
    label: "JSON schema",
    hint: "JSON that follows a schema, held to it by the provider where it can",
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

/** The labels that people set, production first. `latest` moves automatically and is left out. */
export function setLabels(labels: Record<string, number>): [label: string, number: number][] {
  return Object.entries(labels)
    .filter(([label]) => label !== LATEST)
    .sort(([one], [other]) => Number(other === PRODUCTION) - Number(one === PRODUCTION) || one.localeCompare(other));
}
