import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useProject } from "@/features/people/projects";
import { CardSkeletons, RowSkeletons, TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { experimentQuery } from "../api";
import { NoSuchExperiment } from "./NoSuchExperiment";
import { ExperimentScreen } from "./ExperimentScreen";

const route = getRouteApi("/frame/projects/$slug/experiments/$experiment");

export function ExperimentPage() {
  const { slug, experiment } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(experimentQuery(slug, experiment));
  if (found.isPending) return <ExperimentSkeleton />;
  if (!found.data) return <NoSuchExperiment project={slug} error={found.error} onRetry={() => void found.refetch()} />;
  return <ExperimentScreen key={experiment} project={project} experiment={found.data} />;
}

export function ExperimentSkeleton() {
  return (
    <Waiting label="Loading experiment">
      <TextSkeleton className="h-7 w-72" />
      <TextSkeleton className="mt-2 mb-5 h-5 w-96 max-w-full" />
      <div className="flex flex-col gap-4">
        <CardSkeletons count={3} label="Loading figures" />
        <RowSkeletons count={4} label="Loading iterations" />
      </div>
    </Waiting>
  );
}
