/** Channels: where alerts go. Addresses with secrets in them go to the server once and never come back. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/shared/http/callApi";
import { fetchWithin } from "@/shared/http/client";
import { getQuery, pagedQuery } from "@/shared/http/queries";
import { channelsKey, deliveriesKey } from "./keys";
import type { ChannelBody, ChannelChange } from "./types";

const PAGE = 20;
/** Something is on its way: no event tells when it has arrived. */
const ON_ITS_WAY_MS = 3_000;
// A test is delivered while the request waits.
const testInTime = fetchWithin(60_000);

export function channelsQuery(project: string) {
  return getQuery(
    [...channelsKey(project), "all"],
    "/api/v1/projects/{project}/channels",
    { path: { project } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.items.some(({ waiting }) => waiting > 0) ? ON_ITS_WAY_MS : false,
    },
  );
}

export function deliveriesQuery(project: string, channel: string) {
  return pagedQuery(
    deliveriesKey(project, channel),
    "/api/v1/projects/{project}/channels/{channel}/deliveries",
    { path: { project, channel }, query: { limit: PAGE } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some(({ items }) => items.some(({ state }) => state === "waiting")) ? ON_ITS_WAY_MS : false,
    },
  );
}

function useWritten(project: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: channelsKey(project) });
}

export function useAddChannel(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (body: ChannelBody) =>
      callApi("POST", "/api/v1/projects/{project}/channels", { path: { project }, body: { enabled: true, ...body } }),
    onSuccess: written,
  });
}

export function useChangeChannel(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: ({ channel, ...body }: ChannelChange & { channel: string }) =>
      callApi("PATCH", "/api/v1/projects/{project}/channels/{channel}", { path: { project, channel }, body }),
    onSettled: written,
  });
}

export function useRemoveChannel(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (channel: string) =>
      callApi("DELETE", "/api/v1/projects/{project}/channels/{channel}", { path: { project, channel } }),
    onSuccess: written,
  });
}

export function useTestChannel(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (channel: string) =>
      callApi("POST", "/api/v1/projects/{project}/channels/{channel}/test", {
        path: { project, channel },
        fetch: testInTime,
      }),
    onSettled: written,
  });
}

export function useRotateSecret(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (channel: string) =>
      callApi("POST", "/api/v1/projects/{project}/channels/{channel}/rotate-secret", { path: { project, channel } }),
    onSuccess: written,
  });
}

export function useDeliverAgain(project: string) {
  const written = useWritten(project);
  return useMutation({
    mutationFn: (delivery: string) =>
      callApi("POST", "/api/v1/projects/{project}/deliveries/{delivery}/again", { path: { project, delivery } }),
    onSettled: written,
  });
}
