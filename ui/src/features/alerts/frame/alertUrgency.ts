/** Which of several alerts a person should see first. Pure. */
import type { Alert } from "../types";

/** Open alerts first, then by severity, then newest first. */
export function byUrgency(one: Alert, other: Alert): number {
  return (
    Number(one.state !== "open") - Number(other.state !== "open") ||
    Number(one.severity !== "critical") - Number(other.severity !== "critical") ||
    other.last_seen_at.localeCompare(one.last_seen_at)
  );
}
