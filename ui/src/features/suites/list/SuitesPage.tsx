import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CalendarClock, FileUp, ListRestart, Plus, SearchX } from "lucide-react";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { suiteListQuery } from "../api";
import { SuiteImportDialog } from "../file/SuiteImportDialog";
import { SaveRunDialog } from "../save/SaveRunDialog";
import { filterOf } from "./suiteFilters";
import { SuiteFilters } from "./SuiteFilters";
import { SuitesTable } from "./SuitesTable";

const route = getRouteApi("/frame/projects/$slug/suites/");

export function SuitesPage() {
  const { slug } = route.useParams();
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const filter = filterOf(place);
  const list = useInfiniteQuery(suiteListQuery(slug, filter));
  const edits = may(project, "start_runs") && project.archived_at === null;
  const suites = list.data?.pages.flatMap((page) => page.items) ?? [];
  const filtered = Object.keys(filter).length > 0;
  const none = list.isSuccess && suites.length === 0;
  const first = none && !filtered;
  const close = () => void navigate({ search: filter, replace: true });
  const doors = edits && (
    <>
      <Button variant="secondary" onClick={() => void navigate({ search: { ...filter, file: true } })}>
        <FileUp aria-hidden /> Import file
      </Button>
      <Button asChild>
        <Link to="/projects/$slug/suites/new" params={{ slug }} search={{}}>
          <Plus aria-hidden /> New suite
        </Link>
      </Button>
    </>
  );
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Suites & monitors"
        documentTitle={["Suites & monitors", project.name]}
        description={
          "A suite is a saved evaluation that you can run again with the same cases, models and scorers. " +
          "Add a monitor to run it on a schedule and get an alert when the answers get worse."
        }
        actions={
          !first && (
            <>
              <Button variant="ghost" asChild>
                <Link to="/projects/$slug/monitors" params={{ slug }}>
                  <CalendarClock aria-hidden /> All monitors
                </Link>
              </Button>
              {doors}
            </>
          )
        }
      />
      {!first && (
        <SuiteFilters
          project={slug}
          filter={filter}
          onChange={(next, replace) => void navigate({ search: next, replace })}
        />
      )}
      {list.isPending && <RowSkeletons count={5} label="Loading suites" />}
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
          No suite matches these filters.
        </EmptyState>
      )}
      {first && (
        <EmptyState icon={<ListRestart />} title="No suites yet" action={doors}>
          Open a good run and choose <strong className="font-medium text-ink">Save as suite</strong>, or create a suite
          here. Each run is compared with earlier runs, with intervals, and never exceeds the daily limit.{" "}
          {!edits && "An editor of this project can create one."}
        </EmptyState>
      )}
      {suites.length > 0 && <SuitesTable project={slug} suites={suites} />}
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
      {edits && place.from && <SaveRunDialog project={slug} run={place.from} onClose={close} />}
      {edits && place.file && <SuiteImportDialog project={slug} onClose={close} />}
    </div>
  );
}
