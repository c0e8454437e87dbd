/** Channels: where alerts go. Addresses with secrets in them go to the server once and never come back. */
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, fetchWithin, unwrap } from "@/shared/http/client";
import { channelsKey, deliveriesKey } from "./keys";
import type { ChannelBody, ChannelChange } from "./types";

const PAGE = 20;
/** Something is on its way: no event tells when it has arrived. */
const ON_ITS_WAY_MS = 3_000;
// A test is delivered while the request waits.
const testInTime = fetchWithin(60_000);

export function channelsQuery(project: string) {
  return queryOptions({
    queryKey: [...channelsKey(project), "all"],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/v1/projects/{project}/channels", { params: { path: { project } }, signal })),
    refetchInterval: ({ state: { data } }) => (data?.items.some(({ waiting }) => waiting > 0) ? ON_ITS_WAY_MS : false),
  });
}

export function deliveriesQuery(project: string, channel: string) {
  return infiniteQueryOptions({
    queryKey: deliveriesKey(project, channel),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/v1/projects/{project}/channels/{channel}/deliveries", {
          params: { path: { project, channel }, query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ state }) => state === "waiting")) ? ON_ITS_WAY_MS : false,
  });
}

function useWritten(project: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: channelsKey(project) });
}

export function useAddChannel(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (body: ChannelBody) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/channels", {
          params: { path: { project } },
          body: { enabled: true, ...body },
        }),
      ),
    onSuccess: written,
  });
}

export function useChangeChannel(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: ({ channel, ...body }: ChannelChange & { channel: string }) =>
      unwrap(
        api.PATCH("/api/v1/projects/{project}/channels/{channel}", {
          params: { path: { project, channel } },
          body: body as never,
        }),
      ),
    onSettled: written,
  });
}

export function useRemoveChannel(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (channel: string) =>
      unwrap(api.DELETE("/api/v1/projects/{project}/channels/{channel}", { params: { path: { project, channel } } })),
    onSuccess: written,
  });
}

export function useTestChannel(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (channel: string) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/channels/{channel}/test", {
          params: { path: { project, channel } },
          fetch: testInTime,
        }),
      ),
    onSettled: written,
  });
}

export function useRotateSecret(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (channel: string) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/channels/{channel}/rotate-secret", {
          params: { path: { project, channel } },
        }),
      ),
    onSuccess: written,
  });
}

export function useDeliverAgain(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (delivery: string) =>
      unwrap(
        api.POST("/api/v1/projects/{project}/deliveries/{delivery}/again", { params: { path: { project, delivery } } }),
      ),
    onSettled: written,
  });
}
