import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ProjectEvent } from "@/api/types";
import { notify } from "@/shared/ui/notify";
import { type ExperimentNotification, experimentNotificationOf } from "./experimentNotifications";

/** How old an event may be and still be news: a stream that comes back replays what was missed. */
const NEWS_MS = 60_000;

/** Says what needs a person, wherever in the project that person is. */
export function useExperimentNotifications(project: string): (event: ProjectEvent) => void {
  const navigate = useNavigate();
  const [openedAt] = useState(() => Date.now());
  const go = (to: ExperimentNotification["to"]) => {
    const params = { slug: project };
    switch (to.page) {
      case "suggestion":
        return void navigate({
          to: "/projects/$slug/reviews/$suggestion",
          params: { ...params, suggestion: to.suggestion },
        });
      case "iteration":
        return void navigate({
          to: "/projects/$slug/experiments/$experiment/iterations/$number",
          params: { ...params, experiment: to.experiment, number: String(to.number) },
        });
      case "report":
        return void navigate({
          to: "/projects/$slug/experiments/$experiment/report",
          params: { ...params, experiment: to.experiment },
        });
    }
  };
  return (event) => {
    const told = experimentNotificationOf(event);
    if (!told || new Date(event.at).getTime() < openedAt - NEWS_MS) return;
    notify.news(told.kind, told.text, told.next, {
      key: told.key,
      then: { label: told.action, go: () => go(told.to) },
    });
  };
}
