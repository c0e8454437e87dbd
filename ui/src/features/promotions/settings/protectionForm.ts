/** Between a protection as the server has it and the form as people fill it. Pure. */
import type { LabelProtection } from "../types";

export interface ProtectionValues {
  label: string;
  suite: string | null;
  /** In percent, as typed. */
  margin: string;
  gain: string;
  approver: LabelProtection["approver_role"];
  authorMayApprove: boolean;
}

export const USUAL: ProtectionValues = {
  label: "",
  suite: null,
  margin: "2",
  gain: "0",
  approver: "ADMIN",
  authorMayApprove: false,
};

const LABEL = /^[a-z0-9][a-z0-9._-]{0,49}$/;

export function valuesOf(protection: LabelProtection): ProtectionValues {
  return {
    label: protection.label,
    suite: protection.suite,
    margin: percentOf(protection.margin),
    gain: percentOf(protection.minimum_effect),
    approver: protection.approver_role,
    authorMayApprove: protection.author_may_approve,
  };
}

// Rounded because 0.07 × 100 is 7.000000000000001.
const percentOf = (share: number) => String(Number((share * 100).toFixed(4)));
const shareOf = (percent: string) => Number((Number(percent) / 100).toFixed(6));

export function protectionFrom(values: ProtectionValues): LabelProtection {
  return {
    label: values.label.trim(),
    suite: values.suite,
    margin: shareOf(values.margin),
    minimum_effect: shareOf(values.gain),
    approver_role: values.approver,
    author_may_approve: values.authorMayApprove,
  };
}

export type Problems = Partial<Record<"label" | "margin" | "gain", string>>;

/** `taken`: labels that are protected already. */
export function problemsOf(values: ProtectionValues, taken: readonly string[]): Problems {
  const problems: Problems = {};
  const label = labelProblem(values.label.trim(), taken);
  if (label) problems.label = label;
  if (!isPercent(values.margin)) problems.margin = "From 0 to 100";
  if (!isPercent(values.gain)) problems.gain = "From 0 to 100";
  return problems;
}

function labelProblem(label: string, taken: readonly string[]): string | undefined {
  if (label === "") return "Label is required";
  if (label === "latest") return "The label latest moves automatically and cannot be protected";
  if (!LABEL.test(label)) return "Lower case letters, digits, dots, hyphens and underscores, up to 50";
  return taken.includes(label) ? "This label is protected already" : undefined;
}

function isPercent(typed: string): boolean {
  const value = Number(typed);
  return typed.trim() !== "" && Number.isFinite(value) && value >= 0 && value <= 100;
}
