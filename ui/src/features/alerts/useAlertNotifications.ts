import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ProjectEvent } from "@/api/types";
import { notify } from "@/shared/ui/notify";
import { alertNotificationOf } from "./events";

/** How old an event may be and still be news: a stream that comes back replays what was missed. */
const NEWS_MS = 60_000;

/** Says at once that something is wrong, wherever in the project somebody is. */
export function useAlertNotifications(project: string): (event: ProjectEvent) => void {
  const navigate = useNavigate();
  const [openedAt] = useState(() => Date.now());
  return (event) => {
    const told = alertNotificationOf(event);
    if (!told || new Date(event.at).getTime() < openedAt - NEWS_MS) return;
    const { alert, run } = told;
    const go = () => {
      if (alert) void navigate({ to: "/projects/$slug/alerts/$alert", params: { slug: project, alert } });
      else if (run) void navigate({ to: "/projects/$slug/runs/$run", params: { slug: project, run } });
      else void navigate({ to: "/projects/$slug/reports", params: { slug: project } });
    };
    const key = `${event.type} ${alert ?? run ?? event.at}`;
    notify.news(told.kind, told.text, told.next, { key, then: { label: "View", go } });
  };
}
