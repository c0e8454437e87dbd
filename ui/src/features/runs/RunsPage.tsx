import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { AppWindow, Play, SearchX } from "lucide-react";
import { useState } from "react";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { StartApplicationDialog } from "./applications/StartApplicationDialog";
import { runListQuery } from "./api";
import { CompareBar } from "./list/CompareBar";
import { ScoreTrends } from "./list/ScoreTrends";
import { RunFilters } from "./RunFilters";
import { RunsTable } from "./RunsTable";

const route = getRouteApi("/frame/projects/$slug/runs/");

export function RunsPage() {
  const { slug } = route.useParams();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const list = useInfiniteQuery(runListQuery(slug, filter));
  const [evaluating, setEvaluating] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const starts = may(project, "start_runs") && project.archived_at === null;
  const runs = list.data?.pages.flatMap((page) => page.items) ?? [];
  const filtered = filter.state !== undefined || filter.prompt !== undefined;
  const none = list.isSuccess && runs.length === 0;
  const newRun = starts && (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={() => setEvaluating(true)}>
        <AppWindow aria-hidden /> Evaluate application
      </Button>
      <Button asChild>
        <Link to="/projects/$slug/runs/new" params={{ slug }} search={filter.prompt ? { prompt: filter.prompt } : {}}>
          <Play aria-hidden /> New run
        </Link>
      </Button>
    </div>
  );

  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Runs"
        documentTitle={["Runs", project.name]}
        description="Runs send prompts with the cases of datasets to models. Each run shows answers, scores and cost."
        actions={!(none && !filtered) && newRun}
      />
      {!(none && !filtered) && (
        <RunFilters
          project={slug}
          filter={filter}
          metrics={runs.flatMap(({ figures }) => figures.map(({ metric }) => metric))}
          onChange={(next) => void navigate({ search: next })}
        />
      )}
      {list.isPending && <RowSkeletons count={6} label="Loading runs" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {none && filtered && (
        <EmptyState
          icon={<SearchX />}
          title="No results found"
          action={
            <Button variant="secondary" onClick={() => void navigate({ search: {} })}>
              Clear filters
            </Button>
          }
        >
          No run matches these filters.
        </EmptyState>
      )}
      {none && !filtered && (
        <EmptyState icon={<Play />} title="No runs yet" action={newRun}>
          A run sends every case of a dataset with a prompt to models and scores the answers. You see the expected cost
          before the run starts, and a restart does not repeat paid calls.{" "}
          {!starts && "An editor of this project can start one."}
        </EmptyState>
      )}
      {runs.length > 0 && (
        <>
          <ScoreTrends project={slug} runs={runs} filter={filter} />
          <RunsTable
            project={slug}
            runs={runs}
            metric={filter.metric ?? null}
            selected={selected}
            onSelect={(run) => setSelected(toggled(selected, run))}
          />
        </>
      )}
      {list.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button
            variant="secondary"
            size="sm"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
      {evaluating && <StartApplicationDialog project={slug} onClose={() => setEvaluating(false)} />}
      <CompareBar
        project={slug}
        selected={runs.filter(({ id }) => selected.has(id))}
        onClear={() => setSelected(new Set())}
      />
    </div>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(set.has(id) ? [...set].filter((one) => one !== id) : [...set, id]);
}
