import { describe, expect, it } from "vitest";
import type { ProjectEvent } from "@/api/types";
import { newestNumber, reduceFeed } from "./api";
import { whatHappened, whoDidIt } from "./eventSentences";

function event(type: string, data: Record<string, unknown> = {}, number = 1): ProjectEvent {
  return { number, type, at: "2026-05-01T12:00:00Z", actor: { kind: "user", id: "ada", label: "Ada" }, data };
}

describe("whatHappened", () => {
  it.each([
    [
      event("member.role_changed", { user_id: "ben", label: "Ben", was: "VIEWER", role: "EDITOR" }),
      "changed Ben's role from VIEWER to EDITOR",
    ],
    [event("member.added", { user_id: "ben", label: "Ben", role: "EDITOR" }), "added Ben as EDITOR"],
    [event("member.added", { user_id: "ada", label: "Ada", role: "EDITOR" }), "joined as EDITOR"],
    [event("member.removed", { user_id: "ada", label: "Ada" }), "left the project"],
    [
      event("project.updated", { changed: ["name", "settings.default_budget_usd"] }),
      "changed the name and the default budget",
    ],
    [event("token.created", { name: "CI", role: "VIEWER" }), "created the token “CI” with role VIEWER"],
    [event("invite.created", { email: "cy@example.com", role: "ADMIN" }), "invited cy@example.com as ADMIN"],
    [event("credential.added", { label: "Team key", provider: "OPENAI" }), "added the credential “Team key”"],
    [
      event("credential.tested", { label: "Team key", status: "invalid" }),
      "tested the credential “Team key”: the provider rejects it",
    ],
    [
      event("credential.changed", { label: "Team key", changed: ["allow_private", "label"] }),
      "changed private addresses and the label of the credential “Team key”",
    ],
    [event("model.priced", { name: "gpt-4o", choice: "override" }), "set the price of gpt-4o to a custom price"],
    [event("model.changed", { name: "gpt-4o", changed: ["limits"] }), "corrected the limits of gpt-4o"],
    [event("try.finished", { model: "0199aaaa-0000-7000-8000-000000000000", ok: false }), "got no answer from a model"],
    [
      event("judge.changed", { name: "Strict", changed: ["version"], number: 2 }),
      "saved version 2 of the judge “Strict”",
    ],
    [event("rubric.changed", { name: "Quality", changed: ["name"], number: 2 }), "renamed the rubric “Quality”"],
    [event("something.new_here"), "something new here"],
  ])("%#", (fact, words) => expect(whatHappened(fact)).toBe(words));
});

describe("whoDidIt", () => {
  it("is the person who asked when a worker finished a try", () => {
    const told = {
      ...event("try.finished", { name: "gpt-4o", asked_by: "Ben", ok: true }),
      actor: { kind: "system", id: null, label: "Edison" },
    } as ProjectEvent;
    expect(whoDidIt(told)).toEqual({ kind: "user", label: "Ben" });
    expect(whatHappened(told)).toBe("got an answer from gpt-4o");
  });
  it("is the actor otherwise", () => expect(whoDidIt(event("project.created")).label).toBe("Ada"));
});

describe("reduceFeed", () => {
  const feed = { pages: [{ items: [event("project.created", {}, 5)], next_cursor: null }], pageParams: [null] };
  it("puts a newer event in front", () => {
    expect(newestNumber(reduceFeed(feed, event("project.archived", {}, 6)))).toBe(6);
  });
  it("ignores an event it already shows", () => {
    expect(reduceFeed(feed, event("project.created", {}, 5))).toBe(feed);
  });
});
