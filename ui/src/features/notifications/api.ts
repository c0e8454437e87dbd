/** A person's notifications, the number of unread ones, and what the person is notified of. */
import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "@/shared/http/callApi";
import { getQuery, pagedQuery } from "@/shared/http/queries";
import { notificationsKey, preferencesKey, unreadKey } from "./keys";
import type { EventChoice, NotificationPreferences, NotifiedEvent } from "./types";

const PAGE = 50;
const NEWEST = 20;

export const unreadQuery = getQuery(
  unreadKey,
  "/api/v1/me/notifications/unread",
  {},
  { select: ({ unread }) => unread },
);

/** The newest, for the menu of the bell. */
export const newestQuery = getQuery([...notificationsKey, "newest"], "/api/v1/me/notifications", {
  query: { limit: NEWEST },
});

export function allQuery(unread: boolean) {
  return pagedQuery(
    [...notificationsKey, "list", unread],
    "/api/v1/me/notifications",
    { query: { limit: PAGE, unread } },
    { placeholderData: keepPreviousData },
  );
}

export function projectNotificationsQuery(project: string, unread: boolean) {
  return pagedQuery(
    [...notificationsKey, "project", project, unread],
    "/api/v1/projects/{project}/notifications",
    { path: { project }, query: { limit: PAGE, unread } },
    { placeholderData: keepPreviousData },
  );
}

export const preferencesQuery = getQuery(preferencesKey, "/api/v1/me/notification-preferences", {});

function useRefreshed() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: notificationsKey });
}

export function useMarkRead() {
  const refreshed = useRefreshed();
  return useMutation({
    mutationFn: ({ id, read }: { id: string; read: boolean }) =>
      callApi("POST", "/api/v1/me/notifications/{notification}/read", { path: { notification: id }, body: { read } }),
    onSettled: refreshed,
  });
}

/** Marks what was on the screen: what arrived later stays unread. */
export function useMarkAllRead() {
  const refreshed = useRefreshed();
  return useMutation({
    mutationFn: (until: string) => callApi("POST", "/api/v1/me/notifications/read", { body: { until } }),
    onSettled: refreshed,
  });
}

export function useMuteKind() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (notification: string) =>
      callApi("POST", "/api/v1/me/notifications/{notification}/mute", { path: { notification } }),
    onSettled: () => cache.invalidateQueries({ queryKey: preferencesKey }),
  });
}

export interface WantedPreferences {
  timezone: string;
  quiet: NotificationPreferences["quiet"];
  events: Partial<Record<NotifiedEvent, EventChoice>>;
}

export function useSavePreferences() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: WantedPreferences) => callApi("PUT", "/api/v1/me/notification-preferences", { body }),
    onSuccess: (saved) => cache.setQueryData(preferencesKey, saved),
  });
}

export interface WantedProjectPreferences {
  muted: boolean;
  events: Partial<Record<NotifiedEvent, EventChoice>>;
}

export function useSaveProjectPreferences(project: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: WantedProjectPreferences) =>
      callApi("PUT", "/api/v1/projects/{project}/notification-preferences", { path: { project }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: preferencesKey }),
  });
}
