/** News about me: a new role, a new project, a project I lost. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { notificationsKey } from "@/features/notifications";
import { sessionQuery } from "@/features/people/accounts";
import { receivedInvitesKey } from "@/features/people/invites";
import { projectKey, projectsKey } from "@/features/people/projects";
import { useEventStream } from "@/shared/live/useEventStream";
import { notify } from "@/shared/ui/notify";
import { personalNotificationText, readPersonalNotification } from "./personalNotifications";

export function useMyNotifications(): void {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { slug: here } = useParams({ strict: false });
  const [openedAt] = useState(() => Date.now());

  useEventStream("/api/v1/me/events", ({ event, data }) => {
    if (event === "notification.created") {
      void cache.invalidateQueries({ queryKey: notificationsKey });
      return;
    }
    const notice = readPersonalNotification(event, data);
    void cache.invalidateQueries({ queryKey: projectsKey });
    void cache.invalidateQueries({ queryKey: receivedInvitesKey });
    if (notice.type === "email.confirmed") void cache.invalidateQueries({ queryKey: sessionQuery.queryKey });
    const { slug } = notice.data;
    // A replayed notice is old news: refresh, but do not announce it again.
    const old = notice.at !== undefined && new Date(notice.at).getTime() < openedAt - 60_000;
    const words = personalNotificationText(notice);
    if (words && !old) notify.info(words);
    if (!slug) return;
    if (notice.type === "member.removed" && !old) {
      if (slug === here) void navigate({ to: "/projects" });
      cache.removeQueries({ queryKey: projectKey(slug) });
    } else {
      void cache.invalidateQueries({ queryKey: projectKey(slug) });
    }
  });
}
