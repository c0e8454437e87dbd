/** The ways an alert can leave Edison, and what each of them needs. Pure. */
import { Hash, type LucideIcon, Mail, Webhook } from "lucide-react";
import type { ChannelEvent, ChannelKind } from "./types";

interface KindWords {
  name: string;
  about: string;
  icon: LucideIcon;
  placeholder: string;
}

export const KINDS: Record<ChannelKind, KindWords> = {
  slack: {
    name: "Slack",
    about: "A message in a channel; Mattermost works too",
    icon: Hash,
    placeholder: "https://hooks.slack.com/services/…",
  },
  email: {
    name: "E-mail",
    about: "An email to one or more people",
    icon: Mail,
    placeholder: "oncall@example.com, lead@example.com",
  },
  webhook: {
    name: "Webhook",
    about: "A signed request to a server of yours (Standard Webhooks)",
    icon: Webhook,
    placeholder: "https://example.com/edison",
  },
};

export const KIND_NAMES: readonly ChannelKind[] = ["slack", "email", "webhook"];

export const EVENTS: readonly { value: ChannelEvent; label: string; hint: string }[] = [
  { value: "alert.opened", label: "An alert is opened", hint: "A monitor found a problem" },
  { value: "alert.resolved", label: "An alert is resolved", hint: "The problem is gone" },
  { value: "reservation.exceeded", label: "A provider billed more than was reserved", hint: "Once for each run" },
  { value: "execution.finished", label: "A run of a suite has finished", hint: "Every run, good or bad" },
];

export function eventWords(event: string): string {
  if (event === "test" || event === "channel.tested") return "Test message";
  return EVENTS.find(({ value }) => value === event)?.label ?? event.replace(/[._]/g, " ");
}
