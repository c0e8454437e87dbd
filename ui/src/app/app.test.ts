import { describe, expect, it } from "vitest";
import type { ProjectEvent } from "@/api/types";
import { crumbsFor } from "./frame/breadcrumbs";
import { ROOM_SHORTCUTS } from "@/shared/keys/shortcutRegistry";
import { PAGE_GROUPS } from "./frame/projectPages";
import { keyName, matchShortcut } from "./frame/useShortcuts";
import { staleAfter } from "./live/applyProjectEvent";
import { personalNotificationText, readPersonalNotification } from "./live/personalNotifications";
import { flag, number, oneOf, text } from "./searchParams";

describe("crumbsFor", () => {
  it("shows the way to a settings page", () => {
    expect(crumbsFor("/projects/support-bot/settings/members", "Support bot")).toEqual([
      { label: "Projects", href: "/projects" },
      { label: "Support bot", href: "/projects/support-bot" },
      { label: "Settings", href: "/projects/support-bot/settings/general" },
      { label: "Members", href: null },
    ]);
  });
  it("names the model, once it is known", () => {
    expect(crumbsFor("/projects/bot/models/0199", "Bot", "GPT-4o").slice(2)).toEqual([
      { label: "Models", href: "/projects/bot/models" },
      { label: "GPT-4o", href: null },
    ]);
    expect(crumbsFor("/projects/bot/models", "Bot").at(-1)).toEqual({ label: "Models", href: null });
  });
  it("names the prompt, once it is known", () => {
    expect(crumbsFor("/projects/bot/prompts/0199", "Bot", null, "Greeter").slice(2)).toEqual([
      { label: "Prompts", href: "/projects/bot/prompts" },
      { label: "Greeter", href: null },
    ]);
  });
  it("shows promotions below reviews", () => {
    expect(crumbsFor("/projects/bot/promotions/0199", "Bot").slice(2)).toEqual([
      { label: "Reviews", href: "/projects/bot/reviews" },
      { label: "Promotions", href: "/projects/bot/promotions" },
      { label: "Promotion", href: null },
    ]);
  });
  it("names the suite, once it is known", () => {
    expect(
      crumbsFor("/projects/bot/suites/0199/edit", "Bot", null, null, null, null, null, null, "Nightly").slice(2),
    ).toEqual([
      { label: "Suites", href: "/projects/bot/suites" },
      { label: "Nightly", href: "/projects/bot/suites/0199" },
      { label: "Edit", href: null },
    ]);
  });
  it("ends at the page we are on", () => {
    expect(crumbsFor("/projects", null)).toEqual([{ label: "Projects", href: null }]);
    expect(crumbsFor("/projects/x", null).at(-1)).toEqual({ label: "x", href: null });
  });
});

describe("shortcuts", () => {
  const key = (name: string, ctrlKey = false) => keyName({ key: name, ctrlKey, metaKey: false, altKey: false });
  it("names keys with and without the command key", () => {
    expect(key("K", true)).toBe("mod+k");
    expect(key("?")).toBe("?");
    expect(key("Escape")).toBeNull();
  });
  it("prefers a sequence to a single key", () => {
    expect(matchShortcut(["c", "g p"], "g", "p")).toBe("g p");
    expect(matchShortcut(["c", "g p"], "x", "c")).toBe("c");
    expect(matchShortcut(["c", "g p"], null, "p")).toBeNull();
    // A key within a sequence is never a shortcut of its own.
    expect(matchShortcut(["c", "g p"], "g", "c")).toBeNull();
  });
});

describe("events", () => {
  const event = (type: string): ProjectEvent => ({
    number: 1,
    type,
    at: "",
    actor: { kind: "user", id: null, label: "" },
    data: {},
  });
  it("know what has to be read again", () => {
    expect(staleAfter("p", event("project.updated"))).toEqual([
      ["audit", "p"],
      ["project", "p"],
      ["projects"],
      ["promotions", "p"],
      ["home", "p"],
    ]);
    expect(staleAfter("p", event("suggestion.created"))).toContainEqual(["waiting", "p"]);
    expect(staleAfter("p", event("token.revoked"))).toEqual([
      ["audit", "p"],
      ["tokens", "p"],
    ]);
    expect(staleAfter("p", event("member.added"))).toContainEqual(["invites", "p"]);
    expect(staleAfter("p", event("credential.stopped"))).toContainEqual(["credentials", "p"]);
    expect(staleAfter("p", event("credential.added"))).toContainEqual(["models", "p"]);
    expect(staleAfter("p", event("label.moved"))).toContainEqual(["prompts", "p"]);
    expect(staleAfter("p", event("try.finished"))).toEqual([
      ["audit", "p"],
      ["tries", "p"],
      ["model", "p"],
    ]);
  });
});

describe("notices", () => {
  it("are read bare or wrapped", () => {
    expect(readPersonalNotification("role.changed", '{"slug":"bot","role":"ADMIN"}').data.slug).toBe("bot");
    expect(
      readPersonalNotification("role.changed", '{"at":"2026-05-01T12:00:00Z","data":{"slug":"bot","role":"ADMIN"}}')
        .data.role,
    ).toBe("ADMIN");
  });
  it("become one sentence", () => {
    expect(personalNotificationText({ type: "role.changed", data: { slug: "bot", role: "ADMIN" } })).toBe(
      "Your role in bot is now ADMIN",
    );
    expect(personalNotificationText({ type: "unknown", data: {} })).toBeNull();
  });
});

describe("search parameters", () => {
  it("keep what fits and drop the rest", () => {
    expect(text({ next: 5 }, "next")).toEqual({});
    expect(oneOf({ notice: "expired" }, "notice", ["expired"])).toEqual({ notice: "expired" });
    expect(oneOf({ notice: "<script>" }, "notice", ["expired"])).toEqual({});
    expect(number({ version: 3 }, "version")).toEqual({ version: 3 });
    expect(number({ version: "x" }, "version")).toEqual({});
    expect(flag({ invite: true }, "invite")).toEqual({ invite: true });
  });
});

describe("the navigation", () => {
  it("has a key for every page", () => {
    const paths = ROOM_SHORTCUTS.map(({ path }) => path);
    for (const { path } of PAGE_GROUPS.flatMap(({ pages }) => pages))
      expect(
        paths.some((one) => one === path || one === `${path}/general`),
        path,
      ).toBe(true);
  });
});
