import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Navigate } from "@tanstack/react-router";
import { may, useProject } from "@/features/people/projects";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { ErrorState } from "@/shared/ui/ErrorState";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { draftQuery } from "./api";
import { stepOf } from "./steps/stepNames";
import { ExperimentWizard } from "./ExperimentWizard";

const route = getRouteApi("/frame/projects/$slug/experiments/$experiment/setup");

/** The set-up of an experiment that has not begun; one that has begun has a page of its own. */
export function SetupPage() {
  const { slug, experiment } = route.useParams();
  const { step } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const draft = useQuery(draftQuery(slug, experiment));
  if (draft.isPending) return <BlockSkeleton lines={9} label="Loading the experiment" />;
  if (draft.isError) return <ErrorState error={draft.error} onRetry={() => void draft.refetch()} />;
  if (draft.data.state !== "draft")
    return <Navigate to="/projects/$slug/experiments/$experiment" params={{ slug, experiment }} replace />;
  if (!may(project, "create_experiments") || project.archived_at !== null) {
    return (
      <EmptyState action={<RoomLink room="experiments" />} title="You cannot change this experiment">
        {project.archived_at ? "The project is archived." : "An editor of this project can change it."}
      </EmptyState>
    );
  }
  return (
    <ExperimentWizard
      key={experiment}
      project={project}
      draft={draft.data}
      step={stepOf(step, draft.data.step)}
      onStep={(next) => void navigate({ search: { step: next } })}
    />
  );
}
