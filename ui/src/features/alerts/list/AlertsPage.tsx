import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Eye } from "lucide-react";
import { may, useProject } from "@/features/people/projects";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Segmented } from "@/shared/ui/Segmented";
import { alertSummaryQuery, useAcknowledgeAll } from "../api";
import type { AlertSummary } from "../types";
import { ALERT_STATES, FILTER_WORDS, type WantedState } from "../alertPhrasing";
import { AlertList } from "./AlertList";

const route = getRouteApi("/frame/projects/$slug/alerts/");

/** Everything that monitors have found, and what became of it. */
export function AlertsPage() {
  const { slug } = route.useParams();
  const { state = "unresolved" } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const { data: counts } = useQuery(alertSummaryQuery(slug));
  const acts = may(project, "start_runs") && project.archived_at === null;
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title="Alerts"
        documentTitle={["Alerts", project.name]}
        description="Problems that your monitors found, one alert for each cause. An alert closes by itself after the next good run."
        actions={acts && counts !== undefined && counts.open > 0 && <AcknowledgeAll project={slug} />}
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

function AcknowledgeAll({ project }: { project: string }) {
  const all = useAcknowledgeAll(project);
  return (
    <Button
      variant="secondary"
      size="sm"
      loading={all.isPending}
      onClick={() =>
        all.mutate(undefined, {
          onSuccess: ({ acknowledged }) => notify.briefly(`${countOf(acknowledged, "alert")} acknowledged`),
          onError: notify.failure,
        })
      }
    >
      <Eye aria-hidden /> Acknowledge all
    </Button>
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
