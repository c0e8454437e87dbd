/** Names and initials of providers. No brand logos: they are not ours to use. */
import type { Provider } from "@/api/types";

export const PROVIDER_NAMES: Record<Provider, string> = {
  OPENAI: "OpenAI",
  ANTHROPIC: "Anthropic",
  GEMINI: "Google Gemini",
  VERTEX: "Google Vertex AI",
  BEDROCK: "AWS Bedrock",
  AZURE: "Azure OpenAI",
  OLLAMA: "Ollama",
  COMPATIBLE: "OpenAI-compatible",
  APPLICATION: "HTTP application",
  SIMULATED: "Simulated",
};

export const PROVIDERS = Object.keys(PROVIDER_NAMES) as readonly Provider[];

export const PROVIDER_LETTERS: Record<Provider, string> = {
  OPENAI: "Oa",
  ANTHROPIC: "An",
  GEMINI: "Ge",
  VERTEX: "Vx",
  BEDROCK: "Bk",
  AZURE: "Az",
  OLLAMA: "Ol",
  COMPATIBLE: "Cp",
  APPLICATION: "Ap",
  SIMULATED: "Si",
};

export function isProvider(text: unknown): text is Provider {
  return typeof text === "string" && text in PROVIDER_NAMES;
}
