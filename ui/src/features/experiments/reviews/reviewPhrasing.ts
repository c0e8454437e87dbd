/** Suggestions, guardrails and decisions in words. Pure. */
import { scaleOf, valueOfText } from "@/shared/charts/estimateText";
import type { Tone } from "@/shared/ui/Badge";
import type { Decision, Guardrail, Hunk, Review, SuggestionState } from "./types";

export const STATE_WORDS: Record<SuggestionState, string> = {
  pending: "Waiting for review",
  applied: "Approved",
  rejected: "Rejected",
  blocked: "Blocked by guardrails",
  superseded: "Superseded",
};

export const STATE_TONES: Record<SuggestionState, Tone> = {
  pending: "info",
  applied: "success",
  rejected: "neutral",
  blocked: "warning",
  superseded: "neutral",
};

const DECISION_WORDS: Record<Decision, string> = {
  approve: "approved it",
  edit: "edited and approved it",
  reject: "rejected it",
};

const RULE_NAMES: Record<string, string> = {
  applies: "Applies cleanly",
  characters: "Characters changed",
  lines: "Lines changed",
  removed_run: "Lines removed in a row",
  variables: "Variables unchanged",
  output_contract: "Output contract unchanged",
  copied_text: "Nothing copied from cases",
  links_and_secrets: "No new links or secrets",
  length: "Length of the prompt",
  hidden_characters: "No hidden characters",
};

export function ruleName(rule: string): string {
  return RULE_NAMES[rule] ?? (rule.charAt(0).toUpperCase() + rule.slice(1)).replaceAll("_", " ");
}

const SHARES = new Set(["characters", "lines"]);

/** 0.123 of the characters reads 12.3 %; other figures stand as they are. */
export function amount(rule: string, value: number | string | null): string | null {
  if (value === null || value === "") return null;
  if (typeof value === "string") return value;
  if (SHARES.has(rule)) return `${(value * 100).toLocaleString("en", { maximumFractionDigits: 1 })} %`;
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

/** Only numbers have a limit that says something beside what was found. */
export function measureOf({ rule, found, limit }: Guardrail): string | null {
  const [is, most] = [amount(rule, found), amount(rule, limit)];
  if (is === null || typeof found !== "number") return null;
  return most === null ? is : `${is} of ${most}`;
}

/** What failed comes first: it is what the eye is here for. */
export function failedFirst(guardrails: readonly Guardrail[]): Guardrail[] {
  return [...guardrails.filter(({ passed }) => !passed), ...guardrails.filter(({ passed }) => passed)];
}

export function guardrailSummary(guardrails: readonly Guardrail[]): string {
  const failed = guardrails.filter(({ passed }) => !passed).length;
  if (guardrails.length === 0) return "No guardrail was checked";
  if (failed === 0) return `All ${guardrails.length} guardrails pass`;
  return `${failed} of ${guardrails.length} guardrails ${failed === 1 ? "fails" : "fail"}`;
}

/** A person may write more than a refiner may, if they say that they mean it; nothing else can be waved through. */
const SIZE_RULES = new Set(["characters", "lines"]);

export function mayInsist(guardrails: readonly Guardrail[], ownWords: boolean): boolean {
  const failed = guardrails.filter(({ passed }) => !passed);
  return ownWords && failed.length > 0 && failed.every(({ rule }) => SIZE_RULES.has(rule));
}

export function countLines(hunks: readonly Hunk[]): { added: number; removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter(({ kind }) => kind === "+").length,
    removed: lines.filter(({ kind }) => kind === "-").length,
  };
}

/** As `diff -u` writes it. */
export function hunkText({ header, lines }: Hunk): string[] {
  return [header, ...lines.map(({ kind, text }) => `${kind}${text}`)];
}

export function decidedWords({ reviewer, decision }: Review): string {
  return `${reviewer} ${DECISION_WORDS[decision]}`;
}

/** 3.14 on a scale of 5 reads "3.1 of 5", as everywhere. */
export function onScale(value: number, scale: number): string {
  return valueOfText(scaleOf(scale), value / scale);
}
