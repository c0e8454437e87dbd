import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FileUp, Lock, Plus, Sparkles } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Dataset, Project } from "@/api/types";
import { may, useProject } from "@/features/people/projects";
import { countOf } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { BlockSkeleton, RowSkeletons, TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { datasetQuery } from "./api";
import { CaseEditor } from "./CaseEditor";
import { CasesPanel } from "./CasesPanel";
import { DatasetMenu } from "./DatasetMenu";
import { DatasetExportMenu } from "./DatasetExportMenu";
import { OriginLine } from "./generate/OriginLine";
import { CaseImportDialog } from "./import/CaseImportDialog";
import { MergeDialog } from "./manage/MergeDialog";
import { TagsDialog } from "./manage/TagsDialog";
import { DatasetKindBadge } from "./DatasetBadges";
import { OldVersionNotice } from "./OldVersionNotice";
import { SplitsDialog } from "./SplitsDialog";
import { DatasetVersionsPanel } from "./DatasetVersionsPanel";

// Charts and judges are loaded when someone looks at them.
const QualityPanel = lazy(() => import("./quality/QualityPanel").then((file) => ({ default: file.QualityPanel })));
const ReviewsPanel = lazy(() => import("./review/ReviewsPanel").then((file) => ({ default: file.ReviewsPanel })));

const route = getRouteApi("/frame/projects/$slug/datasets/$dataset");

export function DatasetPage() {
  const { slug, dataset } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(datasetQuery(slug, dataset));
  const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
  if (found.isPending) return <DatasetSkeleton />;
  if (gone) {
    return (
      <EmptyState
        title="Dataset not found"
        action={
          <Button variant="secondary" asChild>
            <Link to="/projects/$slug/datasets" params={{ slug }}>
              All datasets
            </Link>
          </Button>
        }
      >
        The dataset may have been removed. Runs that used it keep their cases.
      </EmptyState>
    );
  }
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return <DatasetScreen key={found.data.id} project={project} dataset={found.data} />;
}

function DatasetSkeleton() {
  return (
    <Waiting label="Loading dataset">
      <TextSkeleton className="h-7 w-64" />
      <TextSkeleton className="mt-2 mb-5 h-5 w-80 max-w-full" />
      <RowSkeletons count={10} label="Loading cases" />
    </Waiting>
  );
}

function DatasetScreen({ project, dataset }: { project: Project; dataset: Dataset }) {
  const {
    view,
    version,
    open,
    import: importing,
    from,
    to,
    sort = "position",
    suspicion,
    show,
    order,
    review,
    by,
    ...filter
  } = route.useSearch();
  const navigate = route.useNavigate();
  const [asking, setAsking] = useState<"add" | "splits" | "tags" | "merge" | null>(null);
  const edits = may(project, "edit_datasets") && project.archived_at === null;
  const old = version !== undefined && version < dataset.version ? version : null;
  const slug = project.slug;
  const here = { ...filter, ...(sort === "position" ? {} : { sort }), ...(old === null ? {} : { version: old }) };
  const showImport = (on: boolean) => void navigate({ search: on ? { ...here, import: true } : here, replace: true });

  return (
    // A table scrolls within the page; what is read from top to bottom scrolls with it.
    <div
      className={cx(
        "flex flex-col",
        (view === undefined || view === "versions") && "lg:h-[calc(100dvh-6rem)] lg:min-h-128",
      )}
    >
      <PageHeader
        title={dataset.name}
        documentTitle={[dataset.name, "Datasets", project.name]}
        description={dataset.description || undefined}
        badges={
          <>
            <DatasetKindBadge kind={dataset.kind} />
            {dataset.holdout_locked && <Badge icon={<Lock aria-hidden />}>Hold-out locked</Badge>}
          </>
        }
        actions={
          <>
            {dataset.version > 0 && <DatasetExportMenu project={slug} dataset={dataset} version={old} />}
            {edits && dataset.version > 0 && (
              <Button variant="secondary" onClick={() => showImport(true)}>
                <FileUp aria-hidden /> Import
              </Button>
            )}
            {edits && may(project, "start_runs") && (
              <Button variant="secondary" asChild>
                <Link to="/projects/$slug/datasets/generate" params={{ slug }} search={{ dataset: dataset.id }}>
                  <Sparkles aria-hidden /> Generate
                </Link>
              </Button>
            )}
            {edits && dataset.version > 0 && (
              <Button onClick={() => setAsking("add")}>
                <Plus aria-hidden /> Add case
              </Button>
            )}
            {edits && <DatasetMenu project={slug} dataset={dataset} onAsk={setAsking} />}
          </>
        }
      />
      <OriginLine project={slug} dataset={dataset} />
      <Views slug={slug} dataset={dataset} />
      {view === "quality" || view === "judges" ? (
        <Suspense fallback={<BlockSkeleton lines={8} label="Loading" />}>
          {view === "quality" && (
            <QualityPanel
              project={project}
              dataset={dataset}
              edits={edits}
              place={{ suspicion, show, order }}
              onPlace={(place) => void navigate({ search: { view, ...place }, replace: true, resetScroll: false })}
              onOpen={(id) => void navigate({ search: { open: id } })}
            />
          )}
          {view === "judges" && (
            <ReviewsPanel
              project={project}
              dataset={dataset}
              place={{ review, by }}
              onPlace={(place) => void navigate({ search: { view, ...place }, replace: true, resetScroll: false })}
            />
          )}
        </Suspense>
      ) : view === "versions" ? (
        <DatasetVersionsPanel
          project={slug}
          dataset={dataset}
          from={from ?? null}
          to={to ?? null}
          onCompare={(a, b) => void navigate({ search: { view: "versions", from: a, to: b }, replace: true })}
        />
      ) : (
        <>
          {old !== null && <OldVersionNotice project={slug} dataset={dataset} version={old} />}
          <CasesPanel
            project={slug}
            dataset={dataset}
            filter={filter}
            sort={sort}
            version={old}
            open={open ?? null}
            edits={edits && old === null}
            onFilter={(next, order, replace) =>
              void navigate({
                search: {
                  ...next,
                  ...(order === "position" ? {} : { sort: order }),
                  ...(old === null ? {} : { version: old }),
                },
                replace,
              })
            }
            onOpen={(id) => void navigate({ search: id ? { ...here, open: id } : here, replace: open !== undefined })}
            onAdd={() => setAsking("add")}
            onImport={() => showImport(true)}
          />
        </>
      )}
      {asking === "add" && <CaseEditor project={slug} dataset={dataset} one={null} onDone={() => setAsking(null)} />}
      {asking === "tags" && <TagsDialog project={slug} dataset={dataset} onClose={() => setAsking(null)} />}
      {asking === "merge" && <MergeDialog project={slug} dataset={dataset} onClose={() => setAsking(null)} />}
      {asking === "splits" && <SplitsDialog project={slug} dataset={dataset} onClose={() => setAsking(null)} />}
      <CaseImportDialog
        project={slug}
        dataset={dataset}
        open={edits && importing === true}
        onClose={() => showImport(false)}
        onShow={() => void navigate({ search: {}, replace: true })}
      />
    </div>
  );
}

/** Links, so that a view can be opened in another tab and the back button leads to the one before. */
function Views({ slug, dataset }: { slug: string; dataset: Dataset }) {
  const params = { slug, dataset: dataset.id };
  const look = cx(
    "-mb-px inline-flex h-9 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium",
    "text-ink-muted hover:text-ink aria-[current=page]:border-accent-mark aria-[current=page]:text-ink",
  );
  return (
    <nav
      aria-label="Views of this dataset"
      className="mb-4 flex items-center gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
    >
      <Link
        to="/projects/$slug/datasets/$dataset"
        params={params}
        search={{ view: undefined }}
        activeOptions={{ explicitUndefined: true }}
        className={look}
      >
        Cases <TabCount of={dataset.cases} />
      </Link>
      <Link to="/projects/$slug/datasets/$dataset" params={params} search={{ view: "versions" }} className={look}>
        Versions <TabCount of={dataset.version} />
      </Link>
      <Link to="/projects/$slug/datasets/$dataset" params={params} search={{ view: "quality" }} className={look}>
        Quality
      </Link>
      <Link to="/projects/$slug/datasets/$dataset" params={params} search={{ view: "judges" }} className={look}>
        Question judges
      </Link>
      <p className="ml-auto hidden shrink-0 pl-4 text-xs text-ink-subtle lg:block">
        {dataset.version === 0 ? (
          "empty"
        ) : (
          <>
            <span className="font-mono">v{dataset.version}</span> · {countOf(dataset.columns.length, "variable")}
          </>
        )}{" "}
        · changed <RelativeTime at={dataset.updated_at} />
      </p>
    </nav>
  );
}

function TabCount({ of }: { of: number }) {
  return (
    <span className="rounded bg-surface-hover px-1.5 text-2xs font-medium text-ink-muted">
      {of.toLocaleString("en")}
    </span>
  );
}
