import { describe, expect, it } from "vitest";
import type { Project } from "@/api/types";
import { holderOf, isApprover, protectionOf, rollbackNumber } from "./protection";
import type { LabelProtection, PromotionKind } from "./types";

const PROTECTION: LabelProtection = {
  label: "production",
  suite: null,
  margin: 0.02,
  minimum_effect: 0,
  approver_role: "ADMIN",
  author_may_approve: false,
};
const project = (role: Project["role"], archived_at: string | null = null) =>
  ({ role, archived_at, settings: { protected_labels: [PROTECTION] } }) as Project;

const move = (from_number: number | null, number: number, kind: PromotionKind = "CHECKED", label = "production") => ({
  label,
  kind,
  number,
  from_number,
});

describe("protection", () => {
  it("is of one label", () => {
    expect(protectionOf(project("OWNER"), "production")).toEqual(PROTECTION);
    expect(protectionOf(project("OWNER"), "staging")).toBeNull();
  });

  it("lets approve from the chosen role on, and nobody in an archived project", () => {
    const roles = ["VIEWER", "REVIEWER", "EDITOR", "ADMIN", "OWNER"] as const;
    expect(roles.filter((role) => isApprover(project(role), PROTECTION))).toEqual(["ADMIN", "OWNER"]);
    expect(isApprover(project("OWNER", "2026-01-01T00:00:00Z"), PROTECTION)).toBe(false);
  });
});

describe("rollback", () => {
  // Newest first, as the server lists them.
  const moved = [move(2, 3), move(2, 5, "CHECKED", "staging"), move(1, 2), move(null, 1, "FIRST")];

  it("leads to the version before", () => {
    expect(holderOf(moved, "production", 3)?.from_number).toBe(2);
    expect(rollbackNumber(moved, "production", 3)).toBe(2);
    expect(rollbackNumber(moved, "staging", 5)).toBe(2);
  });

  it("leads one step further back the second time, not to what was rolled back", () => {
    const back = [move(3, 2, "ROLLBACK"), ...moved];
    expect(rollbackNumber(back, "production", 2)).toBe(1);
    expect(rollbackNumber([move(2, 1, "ROLLBACK"), ...back], "production", 1)).toBeNull();
  });

  it("is not offered where there was nothing before, or the label is elsewhere now", () => {
    expect(rollbackNumber([move(null, 1, "FIRST")], "production", 1)).toBeNull();
    expect(rollbackNumber(moved, "production", 9)).toBeNull();
    expect(rollbackNumber(moved, "production", undefined)).toBeNull();
    expect(holderOf(moved, "production", 9)).toBeNull();
    expect(rollbackNumber([], "production", 1)).toBeNull();
  });
});
