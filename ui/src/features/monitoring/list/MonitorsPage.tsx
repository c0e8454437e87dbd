import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CalendarClock } from "lucide-react";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { monitorListQuery } from "../api";
import { MonitorCard } from "./MonitorCard";
import { useMonitorActions } from "./useMonitorActions";
import { countWords } from "./monitorPhrasing";

const route = getRouteApi("/frame/projects/$slug/monitors");

/** Every monitor of the project, with its next run. */
export function MonitorsPage() {
  const { slug } = route.useParams();
  const project = useProject(slug);
  const found = useInfiniteQuery(monitorListQuery(slug));
  const { actsOn, dialogs } = useMonitorActions(slug);
  const edits = may(project, "start_runs") && project.archived_at === null;
  const monitors = found.data?.pages.flatMap(({ items }) => items) ?? [];
  const suites = (
    <Button variant="secondary" size="sm" asChild>
      <Link to="/projects/$slug/suites" params={{ slug }}>
        Suites
      </Link>
    </Button>
  );
  return (
    <div className="mx-auto w-full max-w-5xl">
      <PageHeader
        title="Monitors"
        documentTitle={["Monitors", project.name]}
        description="Monitors run suites on a schedule and raise alerts when something is wrong."
        actions={suites}
      />
      {found.isPending && <RowSkeletons label="Loading monitors" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && monitors.length === 0 && (
        <EmptyState icon={<CalendarClock />} title="No monitors yet" action={suites}>
          Open a suite and add a monitor. All monitors of the project are listed here.
        </EmptyState>
      )}
      {monitors.length > 0 && (
        <>
          <p className="mb-3 text-sm text-ink-muted">{countWords(monitors)}</p>
          <ul className="flex flex-col gap-3">
            {monitors.map((monitor) => (
              <MonitorCard
                key={monitor.id}
                project={slug}
                monitor={monitor}
                acts={edits ? actsOn(monitor) : null}
                withSuite
              />
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
      {dialogs}
    </div>
  );
}
