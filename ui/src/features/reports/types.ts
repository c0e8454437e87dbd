/**
 * What the reports of a project answer. Money is text, so that no digit is lost; null is unknown.
 * Days are those of the server, which are UTC.
 */
import type { Answer } from "@/api/types";

export const GROUPS = ["model", "phase", "run", "experiment", "day"] as const;
export type Group = (typeof GROUPS)[number];
export const STACKS = ["model", "phase"] as const;
export type Stack = (typeof STACKS)[number];
/** Of all projects of an installation. */
export const PROJECT_GROUPS = ["project", "model", "phase", "day"] as const;
export type ProjectGroup = (typeof PROJECT_GROUPS)[number];
export type AnyGroup = Group | ProjectGroup;
export type AnyStack = Stack | "project";
export const PHASES = ["target", "judge", "refine", "assist"] as const;
export type Phase = (typeof PHASES)[number];

export type Spending = Answer<"read_spending_report", 200>;
export type Sums = Spending["total"];
export type Row = Spending["rows"][number];
export type DayPart = Spending["series"][number];
export type Tokens = Answer<"read_token_report", 200>;
export type BurnDown = Answer<"read_burn_down", 200>;
export type Savings = Answer<"read_savings_report", 200>;
/** What one model, or all of them, did not have to be paid. */
export type Saved = Omit<Savings["models"][number], "key" | "label">;
export type Repricing = Answer<"read_repricing", 200>;
