/** Which of several alerts a person should see first. Pure. */
import type { Alert } from "../types";

/** What nobody has seen first, then what is worse, then what is newer. */
export function byUrgency(one: Alert, other: Alert): number {
  return (
    Number(one.state !== "open") - Number(other.state !== "open") ||
    Number(one.severity !== "critical") - Number(other.severity !== "critical") ||
    other.last_seen_at.localeCompare(one.last_seen_at)
  );
}
