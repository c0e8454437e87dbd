import { expect, it } from "vitest";
import type { MemberPage, ProjectEvent } from "@/api/types";
import { reduceMembers } from "./events";

const page: MemberPage = {
  items: [
    {
      user_id: "ben",
      email: "ben@example.com",
      name: "Ben",
      role: "VIEWER",
      joined_at: "2026-05-01T12:00:00Z",
      email_confirmed: true,
      by_group: false,
    },
  ],
  next_cursor: null,
};

function event(type: string, data: Record<string, unknown>): ProjectEvent {
  return { number: 1, type, at: "2026-05-01T12:00:00Z", actor: { kind: "user", id: "ada", label: "Ada" }, data };
}

it("follows a changed role", () => {
  expect(reduceMembers(page, event("member.role_changed", { user_id: "ben", role: "EDITOR" })).items[0]?.role).toBe(
    "EDITOR",
  );
});

it("drops someone who left", () => {
  expect(reduceMembers(page, event("member.removed", { user_id: "ben" })).items).toEqual([]);
});

it("leaves the page alone for everything else", () => {
  expect(reduceMembers(page, event("token.created", {}))).toBe(page);
});
