/** One event as one plain sentence. Pure; the names are data and are shown as text. */
import type { ProjectEvent } from "@/api/types";

const SETTING_NAMES: Record<string, string> = {
  name: "the name",
  description: "the description",
  settings: "the settings",
  default_provider: "the default provider",
  default_budget: "the default budget",
  default_budget_usd: "the default budget",
  default_max_iterations: "the maximum of iterations",
  allow_synthetic_datasets: "synthetic datasets",
  require_review_approval: "the review rule",
  cost_alert_threshold: "the cost alert",
  retention_days: "the retention time",
};

function text(data: ProjectEvent["data"], key: string): string {
  const value = (data as Record<string, unknown>)[key];
  return typeof value === "string" ? value : "";
}

function possessive(label: string): string {
  return label.endsWith("s") ? `${label}'` : `${label}'s`;
}

function listOf(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "the project";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function changedParts(data: ProjectEvent["data"]): string {
  const changed = (data as Record<string, unknown>)["changed"];
  if (!Array.isArray(changed)) return "the project";
  return listOf(changed.map((key) => {
    const name = String(key).replace(/^settings\./, "");
    return SETTING_NAMES[name] ?? name.replaceAll("_", " ");
  }));
}

/** What happened, without the actor, so that the actor can be shown in bold before it. */
export function whatHappened(event: ProjectEvent): string {
  const { data } = event;
  const label = text(data, "label");
  const self = event.actor.id !== null && event.actor.id === (data as Record<string, unknown>)["user_id"];
  switch (event.type) {
    case "project.created":
      return "created the project";
    case "project.updated":
      return `changed ${changedParts(data)}`;
    case "project.archived":
      return "archived the project";
    case "project.restored":
      return "restored the project";
    case "member.added":
      return self ? `joined as ${text(data, "role")}` : `added ${label} as ${text(data, "role")}`;
    case "member.role_changed":
      return `changed ${self ? "their own" : possessive(label)} role from ${text(data, "was")} to ${text(data, "role")}`;
    case "member.removed":
      return self ? "left the project" : `removed ${label}`;
    case "invite.created":
      return `invited ${text(data, "email")} as ${text(data, "role")}`;
    case "invite.renewed":
      return `renewed the invite for ${text(data, "email") || "a person"}`;
    case "invite.revoked":
      return `revoked the invite for ${text(data, "email") || "a person"}`;
    case "token.created":
      return `created the token “${text(data, "name")}” with role ${text(data, "role")}`;
    case "token.revoked":
      return `revoked the token “${text(data, "name")}”`;
    default:
      // A newer server may know events this page does not; better a plain word than a hole.
      return event.type.replace(/[._]/g, " ");
  }
}
