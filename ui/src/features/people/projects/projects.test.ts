import { describe, expect, it } from "vitest";
import { assignableRoles, mayRemove } from "./roles";
import { newProjectSchema } from "./projectFormSchemas";
import { slugPreview } from "./slugPreview";

describe("slugPreview", () => {
  it.each([
    ["Support Bot", "support-bot"],
    ["  Many   spaces ", "many-spaces"],
    ["snake_case name", "snakecase-name"],
    ["Émile!", "mile"],
    ["a".repeat(80), "a".repeat(50)],
  ])("%s becomes %s", (name, slug) => expect(slugPreview(name)).toBe(slug));
});

describe("roles", () => {
  it("lets an owner give any role, an admin any but owner, others none", () => {
    expect(assignableRoles("OWNER", "OWNER")).toContain("OWNER");
    expect(assignableRoles("ADMIN", "EDITOR")).not.toContain("OWNER");
    expect(assignableRoles("ADMIN", "OWNER")).toEqual([]);
    expect(assignableRoles("EDITOR", "VIEWER")).toEqual([]);
    expect(mayRemove("ADMIN", "OWNER")).toBe(false);
  });
});

it("accepts only the characters a name may have", () => {
  expect(newProjectSchema.safeParse({ name: "Bot_2 - new", description: "" }).success).toBe(true);
  expect(newProjectSchema.safeParse({ name: "Bot!", description: "" }).error?.issues[0]?.message).toBe(
    "Only alphanumeric, spaces, hyphens, underscores",
  );
});
