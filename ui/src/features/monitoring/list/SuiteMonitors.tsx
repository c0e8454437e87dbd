import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarClock, Plus } from "lucide-react";
import { useState } from "react";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { monitorListQuery } from "../api";
import { MonitorDialog } from "../form/MonitorDialog";
import { MonitorCard } from "./MonitorCard";
import { useMonitorActions } from "./useMonitorActions";
import { countWords } from "./monitorPhrasing";

/** The monitors of one suite: its schedules and its alert rules. */
export function SuiteMonitors({ project: slug, suite }: { project: string; suite: string }) {
  const project = useProject(slug);
  const found = useInfiniteQuery(monitorListQuery(slug, suite));
  const [adding, setAdding] = useState(false);
  const { actsOn, dialogs } = useMonitorActions(slug);
  const edits = may(project, "start_runs") && project.archived_at === null;
  const add = edits && (
    <Button size="sm" onClick={() => setAdding(true)}>
      <Plus aria-hidden /> New monitor
    </Button>
  );
  if (found.isPending) return <RowSkeletons count={2} label="Loading monitors" />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const monitors = found.data.pages.flatMap(({ items }) => items);
  return (
    <section aria-label="Monitors">
      {monitors.length === 0 ? (
        <EmptyState icon={<CalendarClock />} title="This suite has no monitors yet" action={add}>
          A monitor runs the suite on a schedule, compares each run with the baseline, and raises an alert when answers,
          judge, latency or cost get worse.
        </EmptyState>
      ) : (
        <>
          <div className="mb-3 flex items-center justify-between gap-3">
            <p className="text-sm text-ink-muted">{countWords(monitors)}</p>
            {add}
          </div>
          <ul className="flex flex-col gap-3">
            {monitors.map((monitor) => (
              <MonitorCard key={monitor.id} project={slug} monitor={monitor} acts={edits ? actsOn(monitor) : null} />
            ))}
          </ul>
          {found.hasNextPage && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-3"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      )}
      <MonitorDialog project={slug} suite={suite} monitor={null} open={adding} onClose={() => setAdding(false)} />
      {dialogs}
    </section>
  );
}
