/** What a project event means for the reports we have in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { reportsKey } from "./api";

/** Money is settled batch by batch; a report is read again when something has ended, not with every batch. */
const PAID = new Set([
  "run.completed",
  "run.state_changed",
  "iteration.completed",
  "assist.finished",
  "budget.neared",
  "reservation.exceeded",
  "project.budget_changed",
]);

export function staleReports(project: string, event: ProjectEvent): (readonly unknown[])[] {
  return PAID.has(event.type) ? [reportsKey(project)] : [];
}
