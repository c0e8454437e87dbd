/** What happened to monitors and alerts, as plain sentences. Pure; the names are data and are shown as text. */
import type { ProjectEvent } from "@/api/types";

interface Told {
  name?: string;
  title?: string;
  changed?: readonly string[];
  enabled?: boolean;
}

const PARTS: Record<string, string> = {
  name: "the name",
  cron: "the schedule",
  timezone: "the time zone",
  jitter_s: "the spread of starts",
  missed: "the handling of missed runs",
  rules: "the alert rules",
  baseline: "the baseline",
  quiet: "the quiet hours",
  channels: "the channels",
  enabled: "the on/off switch",
};

/** Null for events of other things. */
export function monitorNews({ type, data }: Pick<ProjectEvent, "type" | "data">): string | null {
  const told = data as Told;
  const monitor = told.name ? `the monitor “${told.name}”` : "a monitor";
  const alert = told.title ? `the alert “${told.title}”` : "an alert";
  switch (type) {
    case "monitor.created":
      return `set up ${monitor}`;
    case "monitor.changed":
      return switched(told, monitor) ?? `changed ${parts(told.changed)} of ${monitor}`;
    case "monitor.removed":
      return `removed ${monitor}`;
    case "alert.opened":
      return `raised ${alert}`;
    case "alert.changed":
      return `saw ${alert} again`;
    case "alert.acknowledged":
      return `acknowledged ${alert}`;
    case "alert.snoozed":
      return `snoozed ${alert}`;
    case "alert.resolved":
      return `resolved ${alert}`;
    default:
      return null;
  }
}

function switched({ changed, enabled }: Told, monitor: string): string | null {
  if (changed?.length !== 1 || changed[0] !== "enabled" || enabled === undefined) return null;
  return `switched ${monitor} ${enabled ? "on" : "off"}`;
}

function parts(changed: readonly string[] | undefined): string {
  const words = (changed ?? []).map((part) => PARTS[part] ?? part.replaceAll("_", " "));
  if (words.length === 0) return "a part";
  return words.length === 1 ? String(words[0]) : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
