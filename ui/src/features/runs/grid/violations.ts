/** What safety scorers found in an answer: whether it is blocked or only flagged, and of what kind it is. Pure. */
import type { GridCell, RunScorer } from "@/api/types";

/** What each kind of safety scorer can find; a provider's moderation has names of its own. */
const CATEGORIES: Record<string, readonly string[]> = {
  pii: ["ssn", "credit_card", "iban", "national_id", "email", "phone"],
  jailbreak: ["override", "pretending", "unrestricted", "known_attack", "prompt_leak", "broken"],
  injection: ["instruction", "role_marker", "hidden_text", "exfiltration"],
  toxicity: ["insult", "threat", "hate", "profanity", "self_harm", "own_words"],
  moderation: ["harassment", "hate", "illicit", "self-harm", "sexual", "violence"],
};

const NAMES: Record<string, string> = {
  ssn: "Social security number",
  credit_card: "Card number",
  iban: "Bank account",
  national_id: "Identity number",
  email: "E-mail address",
  phone: "Phone number",
  prompt_leak: "Leaked prompt",
  broken: "Sign of success",
  own_words: "Own words",
};

export function categoryName(category: string): string {
  const plain = category.replaceAll("_", " ");
  return NAMES[category] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

type Kind = Pick<RunScorer, "kind">;

/** By which categories the rows of a run can be filtered. */
export function categoriesOf(scorers: readonly Kind[]): string[] {
  return [...new Set(scorers.flatMap(({ kind }) => CATEGORIES[kind] ?? []))];
}

interface Violations {
  blocked: boolean;
  categories: string[];
}

/** Null: nothing was found, or there was no check. */
export function violationsOf({ scores }: Pick<GridCell, "scores">): Violations | null {
  const found = scores.filter(({ categories }) => categories.length > 0);
  if (found.length === 0) return null;
  return {
    blocked: found.some(({ blocked }) => blocked),
    categories: [...new Set(found.flatMap(({ categories }) => categories))],
  };
}
