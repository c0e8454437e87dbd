import { describe, expect, it } from "vitest";
import { readAction } from "./auditActions";
import { auditParams, NO_FILTER } from "./api";
import { readChanges } from "./auditChanges";

describe("readChanges", () => {
  it("reads old and new in every form", () => {
    expect(readChanges({ name: { old: "A", new: "B" } })).toEqual([{ field: "Name", old: "A", new: "B" }]);
    expect(readChanges({ retention_days: [90, 30] })).toEqual([{ field: "Retention", old: "90 days", new: "30 days" }]);
    expect(readChanges({ role: { from: "VIEWER", to: "EDITOR" } })).toEqual([
      { field: "Role", old: "VIEWER", new: "EDITOR" },
    ]);
    expect(readChanges({ email: "cy@example.com" })).toEqual([{ field: "Email", old: null, new: "cy@example.com" }]);
  });
  it("goes into nested settings and shows plain words", () => {
    expect(readChanges({ settings: { require_review_approval: { old: true, new: false } } })).toEqual([
      { field: "Settings require review approval", old: "yes", new: "no" },
    ]);
    expect(readChanges({ scorers: { old: null, new: ["exact", "length"] } })[0]).toMatchObject({
      new: "exact, length",
    });
    expect(readChanges({ description: { old: null, new: "" } })[0]).toMatchObject({ old: "none", new: "empty" });
  });
});

it("shows money as money, whatever it is stored as", () => {
  expect(readChanges({ daily_limit_micro_usd: { old: null, new: 2_000_000 } })).toEqual([
    { field: "Daily limit", old: "none", new: "$2.00" },
  ]);
  expect(readChanges({ daily_limit_usd: { old: "2.00", new: "12.5" } })).toEqual([
    { field: "Daily limit", old: "$2.00", new: "$12.50" },
  ]);
});

it("says what happened in plain words", () => {
  expect(readAction("cell.graded")).toBe("Cell graded");
  expect(readAction("member.role_changed")).toBe("Member role changed");
  expect(readAction("run.scorers_added")).toBe("Scorers added to a run");
  expect(readAction("user.login")).toBe("Signed in");
});

it("asks for whole days", () => {
  const params = auditParams({ ...NO_FILTER, from: "2026-05-01", to: "2026-05-01" });
  const length = new Date(params["until"] ?? "").getTime() - new Date(params["since"] ?? "").getTime();
  expect(length).toBe(24 * 3_600_000);
  expect(auditParams(NO_FILTER)).toEqual({});
});
