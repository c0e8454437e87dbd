/** What a notice to me means: words to show, and whether I have just lost a project. Pure. */
import type { Role } from "@/api/types";

interface PersonalNotification {
  type: string;
  at?: string;
  data: { slug?: string; project?: string; role?: Role };
}

/** Notices arrive either bare or wrapped like project events. */
export function readPersonalNotification(type: string, text: string): PersonalNotification {
  const body = JSON.parse(text) as Record<string, unknown>;
  const data = (
    typeof body["data"] === "object" && body["data"] !== null ? body["data"] : body
  ) as PersonalNotification["data"];
  return { type, data, ...(typeof body["at"] === "string" ? { at: body["at"] } : {}) };
}

export function personalNotificationText({ type, data }: PersonalNotification): string | null {
  const project = data.project ?? data.slug ?? "a project";
  switch (type) {
    case "role.changed":
      return `Your role in ${project} is now ${data.role ?? "different"}`;
    case "invite.received":
      return `You were invited to ${project}`;
    case "email.confirmed":
      return "Your email address is confirmed";
    case "member.removed":
      return `You no longer have access to ${project}`;
    default:
      return null;
  }
}
