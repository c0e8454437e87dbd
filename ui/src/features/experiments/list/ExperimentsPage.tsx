import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus, SearchX, TestTubeDiagonal } from "lucide-react";
import { may, useProject } from "@/features/people/projects";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { CardSkeletons } from "@/shared/ui/Skeleton";
import { TemplateStart } from "../templates/TemplateStart";
import { experimentListQuery } from "./api";
import { ExperimentFilters } from "./ExperimentFilters";
import { ExperimentTile } from "./ExperimentTile";

const route = getRouteApi("/frame/projects/$slug/experiments/");

export function ExperimentsPage() {
  const { slug } = route.useParams();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const list = useInfiniteQuery(experimentListQuery(slug, filter));
  const creates = may(project, "create_experiments") && project.archived_at === null;
  const found = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const filtered = Object.keys(filter).length > 0;
  const none = list.isSuccess && found.length === 0;
  const first = none && !filtered;

  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Experiments"
        documentTitle={["Experiments", project.name]}
        description={
          "From an objective to a better prompt: " +
          "models answer, judges score, Edison suggests one small change at a time, and you decide."
        }
        actions={
          !first &&
          creates && (
            <Button asChild>
              <Link to="/projects/$slug/experiments/new" params={{ slug }}>
                <Plus aria-hidden /> New experiment
              </Link>
            </Button>
          )
        }
      />
      {!first && (
        <ExperimentFilters filter={filter} onChange={(next, replace) => void navigate({ search: next, replace })} />
      )}
      {list.isPending && <CardSkeletons count={6} label="Loading experiments" />}
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
          No experiment matches these filters.
        </EmptyState>
      )}
      {first && creates && <TemplateStart project={slug} title="No experiments yet" />}
      {first && !creates && (
        <EmptyState action={<RoomLink room="prompts" />} icon={<TestTubeDiagonal />} title="No experiments yet">
          An editor of this project can create one.
        </EmptyState>
      )}
      {found.length > 0 && (
        <>
          <ul aria-label="Experiments" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {found.map((experiment) => (
              <ExperimentTile key={experiment.id} project={slug} experiment={experiment} />
            ))}
          </ul>
          <p className="mt-3 text-xs text-ink-subtle">
            {found.length < total ? `${found.length} of ${countOf(total, "experiment")}` : countOf(total, "experiment")}
          </p>
        </>
      )}
      {list.hasNextPage && (
        <div className="flex justify-center pt-2">
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
    </div>
  );
}
