/** A channel as people fill it in, and as the server takes it. Pure. */
import type { Channel, ChannelBody, ChannelChange, ChannelEvent, ChannelKind } from "./types";

export interface ChannelForm {
  name: string;
  kind: ChannelKind;
  /** Where to; an address that is kept sealed is never shown, so empty means "as it is" while changing. */
  url: string;
  to: string;
  allowPrivate: boolean;
  events: readonly ChannelEvent[];
}

export type ChannelProblems = Partial<Record<"name" | "url" | "to" | "events", string>>;

export function newChannel(): ChannelForm {
  const events: ChannelForm["events"] = ["alert.opened", "alert.resolved", "reservation.exceeded"];
  return { name: "", kind: "slack", url: "", to: "", allowPrivate: false, events };
}

export function formOf(channel: Channel): ChannelForm {
  return {
    name: channel.name,
    kind: channel.kind,
    url: "",
    to: channel.to.join(", "),
    allowPrivate: channel.allow_private,
    events: channel.events,
  };
}

const MAIL = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;

export function addressesOf(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter(Boolean);
}

export function problemsOf(form: ChannelForm, changing: boolean): ChannelProblems {
  const problems: ChannelProblems = {};
  if (form.name.trim() === "") problems.name = "Name is required";
  if (form.events.length === 0) problems.events = "Choose at least one event";
  if (form.kind === "email") {
    const all = addressesOf(form.to);
    const wrong = all.find((address) => !MAIL.test(address));
    if (all.length === 0) problems.to = "Enter at least one email address";
    else if (wrong) problems.to = `“${wrong}” is not an email address`;
  } else if (form.url.trim() === "") {
    if (!changing) problems.url = "An address is required";
  } else if (!/^https?:\/\/\S+$/.test(form.url.trim())) {
    problems.url = "The address must begin with https://";
  }
  return problems;
}

export function bodyOf(form: ChannelForm): ChannelBody {
  const mail = form.kind === "email";
  return {
    name: form.name.trim(),
    kind: form.kind,
    url: mail ? null : form.url.trim(),
    to: mail ? addressesOf(form.to) : [],
    allow_private: !mail && form.allowPrivate,
    events: [...form.events],
  };
}

/** An address that was left empty stays; the kind of a channel cannot change. */
export function changeOf(form: ChannelForm): ChannelChange {
  const { name, to, allow_private: allowPrivate, events } = bodyOf(form);
  const mail = form.kind === "email";
  return {
    name,
    events,
    ...(mail ? { to } : { allow_private: allowPrivate }),
    ...(!mail && form.url.trim() !== "" ? { url: form.url.trim() } : {}),
  };
}
