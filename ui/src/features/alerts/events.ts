/** What a project event means for the alerts we have in the cache, and what of it is news. Pure. */
import type { ProjectEvent } from "@/api/types";
import { alertsKey } from "./keys";

export function staleAlerts(project: string, { type }: ProjectEvent): (readonly unknown[])[] {
  return type.startsWith("alert.") || type === "monitor.removed" ? [alertsKey(project)] : [];
}

export interface AlertNews {
  kind: "error" | "warning" | "success";
  text: string;
  next: string | null;
  alert: string;
}

interface Told {
  id?: string;
  alert?: string;
  title?: string;
  severity?: string;
  suite_name?: string;
  automatic?: boolean;
}

/**
 * An alert that was opened, and one that ended by itself, are worth telling; what people do to alerts is in the feed.
 */
export function newsOf({ type, data, actor }: ProjectEvent): AlertNews | null {
  const told = data as Told;
  const alert = told.alert ?? told.id;
  if (!alert || !told.title) return null;
  if (type === "alert.opened")
    return {
      kind: told.severity === "critical" ? "error" : "warning",
      text: told.title,
      next: told.suite_name ?? null,
      alert,
    };
  if (type === "alert.resolved" && actor.kind === "system")
    return { kind: "success", text: `Well again: ${told.title}`, next: told.suite_name ?? null, alert };
  return null;
}
