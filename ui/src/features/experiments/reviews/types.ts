/** Parts of a suggestion under short names. */
import type { CheckedChange, Suggestion, SuggestionCard, SuggestionState } from "@/api/types";

export type { Suggestion, SuggestionCard, SuggestionState };
export type Checked = CheckedChange;
export type Hunk = Suggestion["hunks"][number];
export type Guardrail = Suggestion["guardrails"][number];
export type WeakCriterion = Suggestion["weak"][number];
export type Exemplar = Suggestion["exemplars"][number];
export type Attempt = Suggestion["attempts"][number];
export type Review = Suggestion["reviews"][number];
export type Decision = Review["decision"];
