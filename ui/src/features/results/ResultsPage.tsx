import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Project, RunReport } from "@/api/types";
import { useProject } from "@/features/people/projects";
import { reportQuery, RunBanner, RunHeader, RunTabs } from "@/features/runs";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { CardSkeletons, RowSkeletons, TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { resultsQuery } from "./api";
import { ResultsScreen } from "./ResultsScreen";
import { useResultsLive } from "./useResultsLive";

const route = getRouteApi("/frame/projects/$slug/runs/$run/results");

export function ResultsPage() {
  const { slug, run } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(reportQuery(slug, run));
  if (found.isPending) return <ResultsSkeleton />;
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
        The address may belong to another project.
      </EmptyState>
    );
  }
  return <RunResults key={run} project={project} run={found.data} />;
}

function RunResults({ project, run }: { project: Project; run: RunReport }) {
  const { slug } = project;
  const place = route.useSearch();
  const navigate = route.useNavigate();
  useResultsLive(slug, run.id);
  const found = useQuery(
    resultsQuery(slug, run.id, { base: place.base, minimum: place.minimum, metric: place.metric }),
  );
  return (
    <div className="flex flex-col gap-4">
      <RunHeader project={project} run={run} />
      <RunTabs project={slug} run={run.id} />
      <RunBanner project={project} run={run} />
      {found.isPending && <FiguresSkeleton />}
      {found.isError && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <ResultsScreen
          project={project}
          run={run}
          results={found.data}
          place={place}
          onPlace={(next, replace) => void navigate({ search: next, replace: replace ?? false, resetScroll: false })}
        />
      )}
    </div>
  );
}

function FiguresSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <CardSkeletons count={4} label="Loading results" />
      <RowSkeletons count={3} label="Loading the table" />
    </div>
  );
}

function ResultsSkeleton() {
  return (
    <Waiting label="Loading run">
      <TextSkeleton className="h-7 w-72" />
      <TextSkeleton className="mt-2 mb-5 h-5 w-96 max-w-full" />
      <FiguresSkeleton />
    </Waiting>
  );
}
