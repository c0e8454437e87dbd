import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useProject } from "@/features/projects";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Segmented } from "@/shared/ui/Segmented";
import { alertSummaryQuery } from "../api";
import type { AlertSummary } from "../types";
import { ALERT_STATES, FILTER_WORDS, type WantedState } from "../words";
import { AlertList } from "./AlertList";

const route = getRouteApi("/frame/projects/$slug/alerts/");

/** Everything that monitors have found, and what became of it. */
export function AlertsPage() {
  const { slug } = route.useParams();
  const { state = "unresolved" } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const { data: counts } = useQuery(alertSummaryQuery(slug));
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title="Alerts"
        documentTitle={["Alerts", project.name]}
        description="What your monitors found. An alert ends by itself at the next good run."
      />
      <div className="mb-4 overflow-x-auto">
        <Segmented
          label="Which alerts"
          value={state}
          onChange={(next) => void navigate({ search: next === "unresolved" ? {} : { state: next }, replace: true })}
          options={ALERT_STATES.map((value) => ({ value, label: labelOf(value, counts) }))}
        />
      </div>
      <AlertList project={slug} wanted={{ state, suite: null }} />
    </div>
  );
}

function labelOf(state: WantedState, counts: AlertSummary | undefined): string {
  const count =
    counts &&
    {
      unresolved: counts.open + counts.acknowledged + counts.snoozed,
      open: counts.open,
      acknowledged: counts.acknowledged,
      snoozed: counts.snoozed,
      resolved: 0,
    }[state];
  return count ? `${FILTER_WORDS[state]} ${count}` : FILTER_WORDS[state];
}
