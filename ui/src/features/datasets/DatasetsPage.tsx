import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { EllipsisVertical, FileUp, Import, Plus, SearchX, Sparkles, Table2 } from "lucide-react";
import { ImportToolLink, mayImport } from "@/features/imports";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { type DatasetFields, datasetListQuery, useCreateDataset } from "./api";
import { DatasetDialog } from "./DatasetDialog";
import { DatasetFilters } from "./DatasetFilters";
import { DatasetsTable } from "./DatasetsTable";
import { CaseImportDialog } from "./import/CaseImportDialog";

const route = getRouteApi("/frame/projects/$slug/datasets/");

export function DatasetsPage() {
  const { slug } = route.useParams();
  const { create, import: importing, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const list = useInfiniteQuery(datasetListQuery(slug, filter));
  const add = useCreateDataset(slug);
  const edits = may(project, "edit_datasets") && project.archived_at === null;
  const datasets = list.data?.pages.flatMap((page) => page.items) ?? [];
  const filtered = Object.keys(filter).length > 0;
  const none = list.isSuccess && datasets.length === 0;
  const show = (what: { create?: true; import?: true }) =>
    void navigate({ search: { ...filter, ...what }, replace: true });
  const open = (dataset: string) =>
    void navigate({ to: "/projects/$slug/datasets/$dataset", params: { slug, dataset } });

  const save = async (fields: DatasetFields) => {
    const dataset = await add.mutateAsync(fields);
    notify.success(`${dataset.name} is ready for its first cases`);
    open(dataset.id);
  };
  const buttons = edits && (
    <>
      {may(project, "start_runs") && (
        <Button variant="secondary" asChild>
          <Link to="/projects/$slug/datasets/generate" params={{ slug }} search={{}}>
            <Sparkles aria-hidden /> Generate
          </Link>
        </Button>
      )}
      <Button variant="secondary" onClick={() => show({ import: true })}>
        <FileUp aria-hidden /> Import file
      </Button>
      <Button onClick={() => show({ create: true })}>
        <Plus aria-hidden /> New dataset
      </Button>
    </>
  );

  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Datasets"
        documentTitle={["Datasets", project.name]}
        description={
          "Datasets contain the cases that prompts are tested on. " +
          "Every change creates a version, and each run shows which version it used."
        }
        actions={
          !(none && !filtered) && (
            <>
              {buttons}
              {mayImport(project) && (
                <DropdownMenu
                  trigger={
                    <IconButton label="More" className="size-9 border border-line-strong">
                      <EllipsisVertical aria-hidden />
                    </IconButton>
                  }
                >
                  <MenuItem
                    icon={<Import aria-hidden />}
                    onSelect={() => void navigate({ to: "/projects/$slug/import", params: { slug } })}
                  >
                    Import from another tool
                  </MenuItem>
                </DropdownMenu>
              )}
            </>
          )
        }
      />
      {!(none && !filtered) && (
        <DatasetFilters
          project={slug}
          filter={filter}
          onChange={(next, replace) => void navigate({ search: next, replace })}
        />
      )}
      {list.isPending && <RowSkeletons count={6} label="Loading datasets" />}
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
          No dataset matches these filters.
        </EmptyState>
      )}
      {none && !filtered && (
        <EmptyState
          icon={<Table2 />}
          title="No datasets yet"
          action={
            edits && (
              <>
                {buttons}
                <ImportToolLink project={project} />
              </>
            )
          }
        >
          A dataset contains the cases that a prompt is tested on: values for its variables and, if you know it, the
          expected answer. Import a CSV, JSON or Excel file, have a model write some, or start with a few cases by hand.{" "}
          {!edits && "An editor of this project can add one."}
        </EmptyState>
      )}
      {datasets.length > 0 && <DatasetsTable project={slug} datasets={datasets} />}
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
      <DatasetDialog
        open={edits && create === true}
        onOpenChange={() => show({})}
        title="New dataset"
        description="The dataset starts empty. Add cases by hand or import a file."
        confirmLabel="Create dataset"
        busy={add.isPending}
        onSave={save}
      />
      <CaseImportDialog
        project={slug}
        dataset={null}
        open={edits && importing === true}
        onClose={() => show({})}
        onShow={({ id }) => open(id)}
      />
    </div>
  );
}
