/** What a project event means for the alerts we have in the cache, and what of it is news. Pure. */
import type { ProjectEvent } from "@/api/types";
import { formatMoney } from "@/shared/format/quantities";
import { alertsKey } from "./keys";

export function staleAlerts(project: string, { type }: ProjectEvent): (readonly unknown[])[] {
  return type.startsWith("alert.") || type === "monitor.removed" ? [alertsKey(project)] : [];
}

interface AlertNotification {
  kind: "error" | "warning" | "success";
  text: string;
  next: string | null;
  /** Subject of the event: an alert, or a run whose provider billed too much. */
  alert: string | null;
  run: string | null;
}

interface Told {
  id?: string;
  alert?: string;
  title?: string;
  severity?: string;
  suite_name?: string;
  automatic?: boolean;
  model?: string;
  overrun?: number;
  run?: string | null;
}

/**
 * Notify about alerts that open or resolve automatically. Actions of people are in the activity feed.
 */
export function alertNotificationOf({ type, data, actor }: ProjectEvent): AlertNotification | null {
  const told = data as Told;
  if (type === "reservation.exceeded") return overrunNews(told);
  const alert = told.alert ?? told.id;
  if (!alert || !told.title) return null;
  const run = null;
  if (type === "alert.opened")
    return {
      kind: told.severity === "critical" ? "error" : "warning",
      text: told.title,
      next: told.suite_name ?? null,
      alert,
      run,
    };
  if (type === "alert.resolved" && actor.kind === "system")
    return { kind: "success", text: `Resolved: ${told.title}`, next: told.suite_name ?? null, alert, run };
  return null;
}

function overrunNews({ model, overrun, run }: Told): AlertNotification | null {
  if (!model || !overrun) return null;
  const more = formatMoney(overrun / 1_000_000);
  const text = `Overrun: ${model} billed ${more} more than was reserved`;
  return { kind: "warning", text, next: null, alert: null, run: run ?? null };
}
