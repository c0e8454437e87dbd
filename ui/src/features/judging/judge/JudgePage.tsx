import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Archive, EllipsisVertical, Microscope, PenLine } from "lucide-react";
import { useState } from "react";
import type { Judge, Project } from "@/api/types";
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
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons, TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { judgeQuery, passportQuery, useArchiveJudge } from "../api";
import { JudgeBadge } from "../JudgeBadge";
import { ExamineDialog } from "../passport/ExamineDialog";
import { NextStepNotice } from "../passport/NextStepNotice";
import { PassportCard } from "../passport/PassportCard";
import { VersionList } from "../VersionList";
import { badgeOf, MODE_NAMES, rubricWords } from "../judgePhrasing";
import { JudgeFacts } from "./JudgeFacts";

const route = getRouteApi("/frame/projects/$slug/judges/$judge");

export function JudgePage() {
  const { slug, judge } = route.useParams();
  const { version } = route.useSearch();
  const project = useProject(slug);
  const found = useQuery(judgeQuery(slug, judge, version));
  const gone = found.error instanceof ApiError && (found.error.status === 404 || found.error.status === 400);
  return (
    <div className="mx-auto w-full max-w-7xl">
      {found.isPending && <JudgeSkeleton />}
      {gone && (
        <EmptyState
          title="Judge not found"
          action={
            <Button variant="secondary" asChild>
              <Link to="/projects/$slug/judges" params={{ slug }}>
                All judges
              </Link>
            </Button>
          }
        >
          The judge may belong to another project, or this version does not exist.
        </EmptyState>
      )}
      {found.isError && !gone && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && !gone && (
        <JudgeScreen key={`${found.data.id} ${found.data.version}`} project={project} judge={found.data} />
      )}
    </div>
  );
}

const COLUMNS = "grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem]";

function JudgeSkeleton() {
  return (
    <Waiting label="Loading judge">
      <TextSkeleton className="h-7 w-64" />
      <TextSkeleton className="mt-2 mb-5 h-5 w-80 max-w-full" />
      <div className={COLUMNS}>
        <RowSkeletons count={6} label="Loading passport" />
        <span className="skeleton block h-64 rounded-lg" />
      </div>
    </Waiting>
  );
}

function JudgeScreen({ project, judge }: { project: Project; judge: Judge }) {
  const { slug } = project;
  const navigate = route.useNavigate();
  const [asked, setAsked] = useState<"examine" | "archive" | null>(null);
  const passport = useQuery(passportQuery(slug, judge.id, judge.version)).data;
  const live = project.archived_at === null && !judge.archived;
  const edits = live && may(project, "edit_prompts");
  const sources = passport?.sources ?? [];
  const examines = live && judge.mode !== "pairwise" && may(project, "start_runs") && sources.length > 0;
  const newest = Math.max(judge.version, ...judge.versions.map(({ number }) => number));
  return (
    <>
      <PageHeader
        title={judge.name}
        documentTitle={[judge.name, "Judges", project.name]}
        badges={
          <>
            <Badge>v{judge.version}</Badge>
            <JudgeBadge badge={passport?.badge ?? badgeOf(judge)} />
            {judge.archived && <Badge>Archived</Badge>}
          </>
        }
        description={[MODE_NAMES[judge.mode], judge.model_name, judge.rubric ? rubricWords(judge) : null]
          .filter(Boolean)
          .join(" · ")}
        actions={
          <>
            {examines && (
              <Button variant="secondary" onClick={() => setAsked("examine")}>
                <Microscope aria-hidden /> Examine
              </Button>
            )}
            {edits && (
              <Button variant="secondary" asChild>
                <Link
                  to="/projects/$slug/judges/$judge/edit"
                  params={{ slug, judge: judge.id }}
                  search={judge.version === newest ? {} : { version: judge.version }}
                >
                  <PenLine aria-hidden /> New version
                </Link>
              </Button>
            )}
            {edits && (
              <DropdownMenu
                trigger={
                  <IconButton label="More" tip={false}>
                    <EllipsisVertical aria-hidden />
                  </IconButton>
                }
              >
                <MenuItem danger icon={<Archive aria-hidden />} onSelect={() => setAsked("archive")}>
                  Archive…
                </MenuItem>
              </DropdownMenu>
            )}
          </>
        }
      />
      {passport && (
        <NextStepNotice
          project={slug}
          judge={judge}
          passport={passport}
          onExamine={examines ? () => setAsked("examine") : null}
        />
      )}
      <div className={COLUMNS}>
        <PassportCard project={slug} judge={judge} />
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-1">
          <JudgeFacts project={slug} judge={judge} />
          <Card aria-label="Version history">
            <CardHeader room="dense" className="justify-center">
              <CardTitle>Versions</CardTitle>
            </CardHeader>
            <CardContent room="dense">
              <VersionList
                versions={judge.versions}
                shown={judge.version}
                onShow={(number) => void navigate({ search: number === newest ? {} : { version: number } })}
              />
            </CardContent>
          </Card>
        </div>
      </div>
      {asked === "examine" && (
        <ExamineDialog project={slug} judge={judge} sources={sources} onClose={() => setAsked(null)} />
      )}
      {asked === "archive" && <ArchiveJudgeDialog project={slug} judge={judge} onClose={() => setAsked(null)} />}
    </>
  );
}

function ArchiveJudgeDialog({ project, judge, onClose }: { project: string; judge: Judge; onClose: () => void }) {
  const archive = useArchiveJudge(project);
  const navigate = route.useNavigate();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Archive ${judge.name}?`}
      description="The judge is removed from the lists. Its scores are kept, with the version that gave them."
      confirmLabel="Archive judge"
      danger
      busy={archive.isPending}
      onConfirm={() =>
        archive.mutate(judge.id, {
          onSuccess: () => {
            notify.success(`${judge.name} is archived`);
            void navigate({ to: "/projects/$slug/judges", params: { slug: project } });
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
