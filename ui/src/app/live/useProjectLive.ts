/** Follow a project from the newest event we show, so that nothing is missed between the list and the stream. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { ProjectEvent } from "@/api/types";
import { activityQuery, newestNumber } from "@/features/audit/activity";
import { useAlertNotifications } from "@/features/alerts";
import { useExperimentNotifications } from "@/features/experiments";
import { useEventStream } from "@/shared/live/useEventStream";
import { applyProjectEvent } from "./applyProjectEvent";

export function useProjectLive(project: string): void {
  const cache = useQueryClient();
  const feed = useInfiniteQuery(activityQuery(project));
  const tell = useExperimentNotifications(project);
  const tellOfAlert = useAlertNotifications(project);
  useEventStream(
    `/api/v1/projects/${encodeURIComponent(project)}/events`,
    ({ data }) => {
      const event = JSON.parse(data) as ProjectEvent;
      applyProjectEvent(cache, project, event);
      tell(event);
      tellOfAlert(event);
    },
    { after: String(newestNumber(feed.data)), enabled: feed.isSuccess },
  );
}
