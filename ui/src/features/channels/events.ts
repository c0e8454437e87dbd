/** What a project event means for the channels we have in the cache. Pure. */
import type { ProjectEvent } from "@/api/types";
import { channelsKey } from "./keys";

/** How channels fare is not in the events: an alert on its way may have failed. */
export function staleChannels(project: string, { type }: ProjectEvent): (readonly unknown[])[] {
  const sent = ["alert.opened", "alert.resolved", "reservation.exceeded"].includes(type);
  return sent || type.startsWith("channel.") ? [channelsKey(project)] : [];
}
