/** Follow a project from the newest event we show, so that nothing is missed between the list and the stream. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { ProjectEvent } from "@/api/types";
import { activityQuery, newestNumber } from "@/features/activity";
import { useEventStream } from "@/shared/live/useEventStream";
import { applyProjectEvent } from "./applyProjectEvent";

export function useProjectLive(project: string): void {
  const cache = useQueryClient();
  const feed = useInfiniteQuery(activityQuery(project));
  useEventStream(
    `/api/v1/projects/${encodeURIComponent(project)}/events`,
    ({ data }) => applyProjectEvent(cache, project, JSON.parse(data) as ProjectEvent),
    { after: String(newestNumber(feed.data)), enabled: feed.isSuccess },
  );
}
