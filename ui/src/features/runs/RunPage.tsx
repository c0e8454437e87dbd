import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Project, RunReport } from "@/api/types";
import { CommentThreads } from "@/features/comments";
import { useWide } from "@/features/datasets";
import { useProject } from "@/features/people/projects";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons, TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { OutputsNotice } from "./applications/OutputsNotice";
import { reportQuery } from "./api";
import { isPausedForDoubt } from "./callsInDoubt";
import { inPlainOrder } from "./grid/rowFilter";
import { ResultsPanel } from "./grid/ResultsPanel";
import { DoubtNotice } from "./live/DoubtNotice";
import { OverrunNotice } from "./live/OverrunNotice";
import { ParameterNotices } from "./live/ParameterNotices";
import { RunProgressCard } from "./live/RunProgressCard";
import { RunBanner } from "./live/RunBanner";
import { RunHeader } from "./live/RunHeader";
import { SummaryTable } from "./live/SummaryTable";
import { useRunLive } from "./live/useRunLive";
import { RunTabs } from "./RunTabs";

const route = getRouteApi("/frame/projects/$slug/runs/$run");

export function RunPage() {
  const { slug, run } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(reportQuery(slug, run));
  if (found.isPending) return <RunSkeleton />;
  if (!found.data) {
    const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
    if (!gone) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
    return (
      <EmptyState
        title="Run not found"
        action={
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/runs" params={{ slug }}>
              All runs
            </Link>
          </Button>
        }
      >
        The run may have been deleted because of its age, or the address may belong to another project.
      </EmptyState>
    );
  }
  return <RunScreen key={run} project={project} run={found.data} readAt={found.dataUpdatedAt} />;
}

function RunSkeleton() {
  return (
    <Waiting label="Loading run">
      <TextSkeleton className="h-7 w-72" />
      <TextSkeleton className="mt-2 mb-5 h-5 w-96 max-w-full" />
      <RowSkeletons count={8} label="Loading results" />
    </Waiting>
  );
}

function RunScreen({ project, run, readAt }: { project: Project; run: RunReport; readAt: number }) {
  const { cell, ...wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const live = useRunLive(project.slug, run, inPlainOrder(wanted));
  const wide = useWide();
  // Answers come first where they have a height of their own; a stack of cards would push the summary out of sight.
  const summary = <SummaryTable run={run} />;
  return (
    <div className="flex flex-col gap-4">
      <RunHeader project={project} run={run} />
      <RunTabs project={project.slug} run={run.id} />
      <RunBanner project={project} run={run} />
      {run.plan.application && <OutputsNotice project={project} run={run} />}
      {!isPausedForDoubt(run) && <DoubtNotice project={project} run={run} />}
      <OverrunNotice run={run} />
      <ParameterNotices project={project} run={run} />
      <RunProgressCard run={run} readAt={readAt} />
      {!wide && summary}
      <ResultsPanel
        project={project}
        run={run}
        wanted={wanted}
        cell={cell ?? null}
        onWanted={(next, replace) => void navigate({ search: next, replace, resetScroll: false })}
        onCell={(ordinal) =>
          void navigate({
            search: ordinal === null ? wanted : { ...wanted, cell: ordinal },
            replace: cell !== undefined,
            resetScroll: false,
          })
        }
        onShown={live.show}
      />
      {wide && summary}
      <CommentThreads card project={project} subject={{ kind: "run", id: run.id }} />
    </div>
  );
}
