/** What roles may do to each other; the server decides, this only keeps impossible choices off the screen. */
import type { Role } from "@/api/types";

export const ROLES: readonly Role[] = ["VIEWER", "REVIEWER", "EDITOR", "ADMIN", "OWNER"];
export const INVITABLE_ROLES: readonly Role[] = ["VIEWER", "REVIEWER", "EDITOR", "ADMIN"];

export const ROLE_HINTS: Record<Role, string> = {
  VIEWER: "Reads everything, changes nothing",
  REVIEWER: "Also reviews suggestions and comments",
  EDITOR: "Also edits prompts and datasets, starts runs",
  ADMIN: "Also manages settings, people and tokens",
  OWNER: "Everything, including archive and transfer",
};

/** The roles this person may give to that member; empty means hands off. */
export function assignableRoles(mine: Role, theirs: Role): readonly Role[] {
  if (mine === "OWNER") return ROLES;
  if (mine === "ADMIN" && theirs !== "OWNER") return INVITABLE_ROLES;
  return [];
}

export function mayRemove(mine: Role, theirs: Role): boolean {
  return assignableRoles(mine, theirs).length > 0;
}
