/** A new judge, and a new version of one: the same form. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { modelQuery } from "@/features/models";
import { may, useProject } from "@/features/people/projects";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Notice } from "@/shared/ui/Notice";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { judgeQuery } from "../api";
import { JudgeEditor } from "./JudgeEditor";
import { EMPTY_JUDGE, formOfJudge } from "./judgeForm";

const fresh = getRouteApi("/frame/projects/$slug/judges/new");
const known = getRouteApi("/frame/projects/$slug/judges/$judge/edit");

export function NewJudgePage() {
  const { slug } = fresh.useParams();
  const { rubric, mode } = fresh.useSearch();
  const navigate = fresh.useNavigate();
  const project = useProject(slug);
  const edits = may(project, "edit_prompts") && project.archived_at === null;
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="New judge"
        documentTitle={["New judge", project.name]}
        description="A model that scores answers, with a reason for every score."
      />
      {!edits && <Notice tone="info">An editor of this project can create a judge.</Notice>}
      {edits && (
        <JudgeEditor
          project={slug}
          judge={null}
          initial={{ ...EMPTY_JUDGE, ...(rubric ? { rubric } : {}), ...(mode ? { mode } : {}) }}
          onSaved={({ id, name }) => {
            notify.success(`${name} is ready. Press Score on a finished run to use it.`);
            void navigate({ to: "/projects/$slug/judges/$judge", params: { slug, judge: id }, ignoreBlocker: true });
          }}
        />
      )}
    </div>
  );
}

export function JudgeEditorPage() {
  const { slug, judge } = known.useParams();
  const { version } = known.useSearch();
  const navigate = known.useNavigate();
  const project = useProject(slug);
  const found = useQuery(judgeQuery(slug, judge, version));
  const model = useQuery({ ...modelQuery(slug, found.data?.model ?? ""), enabled: found.data !== undefined });
  const edits = may(project, "edit_prompts") && project.archived_at === null;
  const waiting = found.isPending || (found.data !== undefined && model.isPending);
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title={found.data ? `New version of ${found.data.name}` : "New version"}
        documentTitle={["New version", "Judges", project.name]}
        description="Runs keep the version they were scored with. The new version starts without a passport."
      />
      {waiting && <BlockSkeleton lines={6} label="Loading judge" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {!edits && <Notice tone="info">An editor of this project can change judges.</Notice>}
      {edits && found.data && !waiting && (
        <JudgeEditor
          project={slug}
          judge={found.data}
          initial={formOfJudge(found.data, model.data ?? null)}
          onSaved={({ id, version: number }) => {
            notify.success(`Version ${number} is saved`);
            void navigate({ to: "/projects/$slug/judges/$judge", params: { slug, judge: id }, ignoreBlocker: true });
          }}
        />
      )}
    </div>
  );
}
