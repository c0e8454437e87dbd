/** What a project event means for the annotation queues we have in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { queuesKey } from "./api";

const OF_QUEUES = new Set(["queue.created", "queue.completed", "queue.closed"]);

export function staleQueues(project: string, event: ProjectEvent): (readonly unknown[])[] {
  return OF_QUEUES.has(event.type) ? [queuesKey(project)] : [];
}
