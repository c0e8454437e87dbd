/** The activity feed: pages from the server, newer events put in front as they happen. */
import { type InfiniteData } from "@tanstack/react-query";
import type { ActivityPage, ProjectEvent } from "@/api/types";
import { pagedQuery } from "@/shared/http/queries";

export const activityKey = (project: string) => ["activity", project] as const;

export function activityQuery(project: string) {
  return pagedQuery(
    activityKey(project),
    "/api/v1/projects/{project}/activity",
    { path: { project }, query: { limit: 20 } },
    {
      // The stream keeps it fresh; a refetch would only repeat what we have.
      staleTime: 60_000,
    },
  );
}

type Feed = InfiniteData<ActivityPage, string | null>;

export function newestNumber(feed: Pick<Feed, "pages"> | undefined): number {
  return feed?.pages[0]?.items[0]?.number ?? 0;
}

/** Put a new event in front. A replayed event that we already show changes nothing. */
export function reduceFeed(feed: Feed, event: ProjectEvent): Feed {
  const [first, ...older] = feed.pages;
  if (!first || event.number <= newestNumber(feed)) return feed;
  return { ...feed, pages: [{ ...first, items: [event, ...first.items] }, ...older] };
}
