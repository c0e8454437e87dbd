import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Archive, EllipsisVertical, Gavel, PenLine } from "lucide-react";
import { useState } from "react";
import type { Project } from "@/api/types";
import { may, useProject } from "@/features/people/projects";
import { ApiError } from "@/shared/http/apiError";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { Card, CardContent, CardHeader, CardTitle } from "@/shared/ui/Card";
import { ConfirmDialog } from "@/shared/ui/ConfirmDialog";
import { DropdownMenu, MenuItem } from "@/shared/ui/DropdownMenu";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons, TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { countOf } from "@/shared/format/quantities";
import { rubricQuery, useArchiveRubric } from "../api";
import type { Rubric } from "@/api/types";
import { VersionList } from "../VersionList";
import { RubricEditor } from "./RubricEditor";
import { formOf } from "./rubricForm";

const route = getRouteApi("/frame/projects/$slug/judges/rubrics/$rubric");

export function RubricPage() {
  const { slug, rubric } = route.useParams();
  const { version } = route.useSearch();
  const project = useProject(slug);
  const found = useQuery(rubricQuery(slug, rubric, version));
  const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
  return (
    <div className="mx-auto w-full max-w-7xl">
      {found.isPending && <RubricSkeleton />}
      {gone && (
        <EmptyState
          title="Rubric not found"
          action={
            <Button variant="secondary" asChild>
              <Link to="/projects/$slug/judges" params={{ slug }} search={{ tab: "rubrics" }}>
                All rubrics
              </Link>
            </Button>
          }
        >
          The rubric may belong to another project, or this version does not exist.
        </EmptyState>
      )}
      {found.isError && !gone && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <RubricScreen project={project} rubric={found.data} />}
    </div>
  );
}

const COLUMNS = "grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_15rem]";

function RubricSkeleton() {
  return (
    <Waiting label="Loading rubric">
      <TextSkeleton className="h-7 w-64" />
      <TextSkeleton className="mt-2 mb-5 h-5 w-80 max-w-full" />
      <div className={COLUMNS}>
        <RowSkeletons count={5} label="Loading criteria" />
        <span className="skeleton block h-32 rounded-lg" />
      </div>
    </Waiting>
  );
}

function RubricScreen({ project, rubric }: { project: Project; rubric: Rubric }) {
  const { slug } = project;
  const navigate = route.useNavigate();
  const [archiving, setArchiving] = useState(false);
  const edits = may(project, "edit_prompts") && project.archived_at === null;
  const newest = Math.max(...rubric.versions.map(({ number }) => number), rubric.version);
  const old = rubric.version < newest;
  // An old version is read-only until the person chooses to edit from it.
  const [resumed, setResumed] = useState<number | null>(null);
  const show = (number: number) => void navigate({ search: number === newest ? {} : { version: number } });
  const initial = formOf(rubric);
  const criteria = countOf(rubric.criteria.length, "criterion", "criteria");
  return (
    <>
      <PageHeader
        title={rubric.name}
        documentTitle={[rubric.name, "Rubrics", project.name]}
        badges={<Badge>v{rubric.version}</Badge>}
        description={`${criteria}; the composite score is their weighted sum.`}
        actions={
          edits && (
            <>
              <Button variant="secondary" asChild>
                <Link to="/projects/$slug/judges/new" params={{ slug }} search={{ rubric: rubric.id }}>
                  <Gavel aria-hidden /> Create a judge
                </Link>
              </Button>
              <DropdownMenu
                trigger={
                  <IconButton label="More" tip={false}>
                    <EllipsisVertical aria-hidden />
                  </IconButton>
                }
              >
                <MenuItem danger icon={<Archive aria-hidden />} onSelect={() => setArchiving(true)}>
                  Archive…
                </MenuItem>
              </DropdownMenu>
            </>
          )
        }
      />
      <div className={COLUMNS}>
        <div className="flex min-w-0 flex-col gap-4">
          {old && resumed !== rubric.version && (
            <Notice tone="info">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>
                  This is version {rubric.version}; the latest is {newest}.
                </span>
                <Button variant="secondary" size="xs" onClick={() => show(newest)}>
                  Show the latest
                </Button>
                {edits && (
                  <Button variant="secondary" size="xs" onClick={() => setResumed(rubric.version)}>
                    <PenLine aria-hidden /> Edit from this version
                  </Button>
                )}
              </span>
            </Notice>
          )}
          <RubricEditor
            key={`${rubric.id} ${rubric.version} ${resumed}`}
            project={slug}
            rubric={rubric}
            initial={initial}
            unsaved={old && resumed === rubric.version}
            readOnly={!edits || (old && resumed !== rubric.version)}
            onSaved={({ version }) => {
              notify.success(`Version ${version} is saved`);
              setResumed(null);
              void navigate({ search: {}, ignoreBlocker: true });
            }}
          />
        </div>
        <Card aria-label="Version history">
          <CardHeader room="dense" className="justify-center">
            <CardTitle>Versions</CardTitle>
          </CardHeader>
          <CardContent room="dense">
            <VersionList versions={rubric.versions} shown={rubric.version} onShow={show} />
          </CardContent>
        </Card>
      </div>
      {archiving && <ArchiveRubricDialog project={slug} rubric={rubric} onClose={() => setArchiving(false)} />}
    </>
  );
}

function ArchiveRubricDialog({ project, rubric, onClose }: { project: string; rubric: Rubric; onClose: () => void }) {
  const archive = useArchiveRubric(project);
  const navigate = route.useNavigate();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Archive ${rubric.name}?`}
      description="The rubric is removed from the lists. Judges and runs that use it keep their version."
      confirmLabel="Archive rubric"
      danger
      busy={archive.isPending}
      onConfirm={() =>
        archive.mutate(rubric.id, {
          onSuccess: () => {
            notify.success(`${rubric.name} is archived`);
            void navigate({
              to: "/projects/$slug/judges",
              params: { slug: project },
              search: { tab: "rubrics" },
              ignoreBlocker: true,
            });
          },
          onError: (error) => {
            onClose();
            notify.failure(error);
          },
        })
      }
    />
  );
}
