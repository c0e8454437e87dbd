/** Whether a label is protected, who may approve, and where a rollback leads. Pure. */
import type { Project } from "@/api/types";
import { ROLES } from "@/features/people/projects";
import type { LabelProtection, Promotion } from "./types";

export function protectionOf(project: Pick<Project, "settings">, label: string): LabelProtection | null {
  return project.settings.protected_labels.find((one) => one.label === label) ?? null;
}

export function isApprover(project: Pick<Project, "role" | "archived_at">, protection: LabelProtection): boolean {
  return project.archived_at === null && ROLES.indexOf(project.role) >= ROLES.indexOf(protection.approver_role);
}

/** A move of a label, as far as it counts for a rollback. */
type Move = Pick<Promotion, "label" | "kind" | "number" | "from_number">;

/** The promotion that put a label where it is, of the approved ones, newest first. */
export function holderOf<Approved extends Move>(
  approved: readonly Approved[],
  label: string,
  number: number | undefined,
): Approved | null {
  const last = approved.find((one) => one.label === label);
  return last && last.number === number ? last : null;
}

/**
 * The version that a rollback leads to, of the approved promotions, newest first; null where there is none.
 *
 * Each promotion is one step on and each rollback one step back, as the server counts them.
 */
export function rollbackNumber(approved: readonly Move[], label: string, current: number | undefined): number | null {
  let held: number[] = [];
  for (const { kind, from_number: from, number } of approved.filter((one) => one.label === label).toReversed()) {
    if (held.at(-1) !== from || held.length === 0) held = from === null ? [] : [from];
    if (kind === "ROLLBACK") {
      held.pop();
      if (held.at(-1) !== number) held = [number];
    } else held.push(number);
  }
  return held.at(-1) === current ? (held.at(-2) ?? null) : null;
}
