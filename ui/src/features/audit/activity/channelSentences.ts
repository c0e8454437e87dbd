/** What happened to channels, as plain sentences. Pure; the names are data and are shown as text. */
import type { ProjectEvent } from "@/api/types";

interface Told {
  name?: string;
  channel_kind?: string;
  changed?: readonly string[];
  problem?: string;
  off?: boolean;
}

const KINDS: Record<string, string> = { webhook: "webhook", slack: "Slack channel", email: "email channel" };

const PARTS: Record<string, string> = {
  name: "the name",
  address: "the address",
  to: "the recipients",
  allow_private: "the allowed addresses",
  enabled: "the on/off switch",
  events: "the events",
  signing_key: "the signing key",
};

/** Null for events of other things. */
export function channelNews({ type, data }: Pick<ProjectEvent, "type" | "data">): string | null {
  const told = data as Told;
  const named = told.name ? `“${told.name}”` : "";
  const channel = named ? `the channel ${named}` : "a channel";
  switch (type) {
    case "channel.added":
      return `added the ${KINDS[told.channel_kind ?? ""] ?? "channel"} ${named}`.trim();
    case "channel.changed":
      return `changed ${parts(told.changed)}of ${channel}`;
    case "channel.removed":
      return `removed ${channel}`;
    case "channel.failed":
      return (
        `${told.off ? "switched off" : "has not reached"} ` +
        `${channel}${told.off ? "" : " for an hour"}${told.problem ? `: ${told.problem}` : ""}`
      );
    case "channel.recovered":
      return `reaches ${channel} again`;
    default:
      return null;
  }
}

function parts(changed: readonly string[] | undefined): string {
  const names = (changed ?? []).map((part) => PARTS[part] ?? part);
  if (names.length === 0) return "something ";
  const last = names[names.length - 1] ?? "";
  return names.length === 1 ? `${last} ` : `${names.slice(0, -1).join(", ")} and ${last} `;
}
