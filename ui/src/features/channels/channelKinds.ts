/** The ways an alert can leave Edison, and what each of them needs. Pure. */
import { Hash, type LucideIcon, Mail, MessagesSquare, Webhook } from "lucide-react";
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
  teams: {
    name: "Microsoft Teams",
    about: "A card in a channel or chat, by the webhook of a workflow",
    icon: MessagesSquare,
    placeholder: "https://….logic.azure.com/workflows/…",
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

export const KIND_NAMES: readonly ChannelKind[] = ["slack", "teams", "email", "webhook"];

export const EVENTS: readonly { value: ChannelEvent; label: string; hint: string }[] = [
  { value: "alert.opened", label: "An alert is opened", hint: "A monitor found a problem" },
  { value: "alert.resolved", label: "An alert is resolved", hint: "The problem is gone" },
  { value: "reservation.exceeded", label: "A provider billed more than was reserved", hint: "Once for each run" },
  { value: "execution.finished", label: "A run of a suite has finished", hint: "Every run, good or bad" },
  { value: "run.finished", label: "A run has finished", hint: "Runs that people start" },
  { value: "run.failed", label: "A run has failed", hint: "Runs that people start" },
  { value: "run.paused", label: "A run is paused", hint: "For lack of money, or because a key was rejected" },
  { value: "budget.neared", label: "A budget is nearly or completely spent", hint: "With the amounts" },
  { value: "review.requested", label: "A suggestion waits for review", hint: "The experiment waits for a decision" },
  { value: "review.decided", label: "A suggestion is decided", hint: "Approved or rejected" },
  { value: "promotion.requested", label: "A promotion waits for approval", hint: "Of a protected label" },
  { value: "promotion.decided", label: "A promotion is decided", hint: "Also overrides and rollbacks" },
  { value: "comment.added", label: "A comment is added", hint: "Every comment in the project" },
  { value: "credential.failing", label: "A credential is stopped", hint: "The provider rejected it" },
];

export function eventWords(event: string): string {
  if (event === "test" || event === "channel.tested") return "Test message";
  return EVENTS.find(({ value }) => value === event)?.label ?? event.replace(/[._]/g, " ");
}
