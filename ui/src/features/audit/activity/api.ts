/** The activity feed: pages from the server, newer events put in front as they happen. */
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { ActivityPage, ProjectEvent } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";

export const activityKey = (project: string) => ["activity", project] as const;

export function activityQuery(project: string) {
  return infiniteQueryOptions({
    queryKey: activityKey(project),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/activity", {
          params: { path: { project }, query: { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    // The stream keeps it fresh; a refetch would only repeat what we have.
    staleTime: 60_000,
  });
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
