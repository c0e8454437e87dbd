/** What a model can do, in words, and how a person's corrections become a change. Pure. */
import type { Capabilities, Model } from "@/api/types";

type Ability = Exclude<keyof Capabilities, "context_window" | "max_output_tokens">;
type SizeName = "context_window" | "max_output_tokens";

export const ABILITIES: readonly { key: Ability; label: string; short: string }[] = [
  { key: "json_mode", label: "JSON mode", short: "JSON" },
  { key: "schema", label: "JSON schema", short: "Schema" },
  { key: "tools", label: "Tools", short: "Tools" },
  { key: "reasoning", label: "Reasoning", short: "Reasoning" },
  { key: "seed", label: "Seed", short: "Seed" },
  { key: "images", label: "Images", short: "Images" },
  { key: "pdfs", label: "PDFs", short: "PDFs" },
  { key: "audio", label: "Audio", short: "Audio" },
  { key: "streaming", label: "Streaming", short: "Streaming" },
  { key: "temperature", label: "Temperature", short: "Temperature" },
  { key: "top_p", label: "Top P", short: "Top P" },
  { key: "top_k", label: "Top K", short: "Top K" },
  { key: "penalties", label: "Penalties", short: "Penalties" },
  { key: "stop", label: "Stop sequences", short: "Stop" },
];

/** The few that people choose a model by. */
export const MAIN_ABILITIES = ABILITIES.slice(0, 5);

export const SIZES: readonly { key: SizeName; label: string }[] = [
  { key: "context_window", label: "Context window" },
  { key: "max_output_tokens", label: "Longest answer" },
];

export function knownWord(known: boolean | null): "yes" | "no" | "unknown" {
  return known === null ? "unknown" : known ? "yes" : "no";
}

export type Correction = "listed" | "yes" | "no";

interface CorrectionValues {
  abilities: Record<Ability, Correction>;
  /** As typed; empty means as listed. */
  sizes: Record<SizeName, string>;
}

export function correctionsOf({
  capabilities,
  corrections,
}: Pick<Model, "capabilities" | "corrections">): CorrectionValues {
  const corrected = new Set(corrections);
  const ability = (key: Ability): Correction =>
    !corrected.has(key) || capabilities[key] === null ? "listed" : capabilities[key] ? "yes" : "no";
  const size = (key: SizeName) => (corrected.has(key) && capabilities[key] !== null ? String(capabilities[key]) : "");
  return {
    abilities: Object.fromEntries(ABILITIES.map(({ key }) => [key, ability(key)])) as Record<Ability, Correction>,
    sizes: { context_window: size("context_window"), max_output_tokens: size("max_output_tokens") },
  };
}

/** Only what differs from the listing; the server replaces all earlier corrections with this. */
export function toCorrections({ abilities, sizes }: CorrectionValues): Record<string, boolean | number> {
  const changed: Record<string, boolean | number> = {};
  for (const { key } of ABILITIES) if (abilities[key] !== "listed") changed[key] = abilities[key] === "yes";
  for (const { key } of SIZES) if (sizes[key].trim()) changed[key] = Number(sizes[key]);
  return changed;
}

/** A count of tokens or calls: whole and at least one, or empty. */
export function countProblem(typed: string): string | undefined {
  if (!typed.trim()) return undefined;
  const number = Number(typed);
  return Number.isInteger(number) && number >= 1 && number <= 1_000_000_000
    ? undefined
    : "Enter a whole number of at least 1, or leave the field empty";
}

export const API_NAMES: Record<Model["api_in_use"], string> = {
  chat_completions: "Chat completions",
  responses: "Responses",
};

export const API_CHOICES: readonly { value: Model["api"]; label: string }[] = [
  { value: "automatic", label: "Automatic" },
  { value: "chat_completions", label: API_NAMES.chat_completions },
  { value: "responses", label: API_NAMES.responses },
];
