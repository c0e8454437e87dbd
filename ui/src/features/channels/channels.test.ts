import { describe, expect, it } from "vitest";
import type { ProjectEvent } from "@/api/types";
import { addressesOf, bodyOf, changeOf, newChannel, problemsOf } from "./channelForm";
import { staleChannels } from "./events";
import { channelsKey } from "./keys";
import { eventWords } from "./channelKinds";

const slack = { ...newChannel(), name: " On call ", url: " https://hooks.example.com/T1 " };
const mail = { ...newChannel(), name: "Team", kind: "email" as const, to: "ada@example.com; grace@example.com" };

describe("the form of a channel", () => {
  it("asks for what its kind needs", () => {
    expect(problemsOf(newChannel(), false)).toEqual({ name: "Name is required", url: "An address is required" });
    expect(problemsOf({ ...newChannel(), kind: "email" }, false)).toEqual({
      name: "Name is required",
      to: "Enter at least one email address",
    });
    expect(problemsOf(slack, false)).toEqual({});
    expect(problemsOf({ ...slack, url: "hooks.example.com" }, false)).toEqual({
      url: "The address must begin with https://",
    });
    expect(problemsOf({ ...mail, to: "ada@example.com, nobody" }, false)).toEqual({
      to: "“nobody” is not an email address",
    });
    expect(problemsOf({ ...slack, events: [] }, false)).toEqual({ events: "Choose at least one event" });
  });
  it("sends an address for hooks and people for mail", () => {
    expect(bodyOf(slack)).toEqual({
      name: "On call",
      kind: "slack",
      url: "https://hooks.example.com/T1",
      to: [],
      allow_private: false,
      events: ["alert.opened", "alert.resolved", "reservation.exceeded"],
    });
    expect(bodyOf(mail)).toMatchObject({ url: null, to: ["ada@example.com", "grace@example.com"] });
    expect(addressesOf(" a@b.c,\n d@e.f ")).toEqual(["a@b.c", "d@e.f"]);
  });
  it("keeps a sealed address that is left empty", () => {
    const kept = { ...slack, url: "" };
    expect(problemsOf(kept, true)).toEqual({});
    expect(changeOf(kept)).toEqual({
      name: "On call",
      events: ["alert.opened", "alert.resolved", "reservation.exceeded"],
      allow_private: false,
    });
    expect(changeOf(slack).url).toBe("https://hooks.example.com/T1");
    expect(changeOf(mail)).toEqual({
      name: "Team",
      events: ["alert.opened", "alert.resolved", "reservation.exceeded"],
      to: ["ada@example.com", "grace@example.com"],
    });
  });
});

it("looks at channels again after events of channels and of alerts that went through them", () => {
  const event = (type: string) => ({ type, data: {} }) as ProjectEvent;
  expect(staleChannels("p", event("channel.failed"))).toEqual([channelsKey("p")]);
  expect(staleChannels("p", event("alert.opened"))).toEqual([channelsKey("p")]);
  expect(staleChannels("p", event("alert.snoozed"))).toEqual([]);
  expect(eventWords("alert.opened")).toBe("An alert is opened");
  expect(eventWords("something.new_happened")).toBe("something new happened");
});
