import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Project } from "@/api/types";
import { useProject } from "@/features/people/projects";
import { allIterationsQuery, experimentQuery, iterationQuery } from "../api";
import { ExperimentSkeleton } from "../page/ExperimentPage";
import { NoSuchExperiment } from "../page/NoSuchExperiment";
import type { Experiment } from "../types";
import { IterationScreen } from "./IterationScreen";

const route = getRouteApi("/frame/projects/$slug/experiments/$experiment/iterations/$number");

/** The address has a number, as people say it; the server knows iterations by id. */
export function IterationPage() {
  const { slug, experiment, number } = route.useParams();
  const project = useProject(slug);
  const found = useQuery(experimentQuery(slug, experiment));
  const recent = found.data?.recent.find((one) => String(one.number) === number)?.id ?? null;
  const all = useQuery({ ...allIterationsQuery(slug, experiment), enabled: found.isSuccess && recent === null });
  const id = recent ?? all.data?.items.find((one) => String(one.number) === number)?.id ?? null;
  if (found.isPending || (recent === null && all.isPending && found.isSuccess)) return <ExperimentSkeleton />;
  if (!found.data) return <NoSuchExperiment project={slug} error={found.error} onRetry={() => void found.refetch()} />;
  if (id === null)
    return <NoSuchExperiment project={slug} what="iteration" error={all.error} onRetry={() => void all.refetch()} />;
  return <Known key={id} project={project} experiment={found.data} iteration={id} />;
}

function Known({ project, experiment, iteration }: { project: Project; experiment: Experiment; iteration: string }) {
  const found = useQuery(iterationQuery(project.slug, iteration));
  if (found.isPending) return <ExperimentSkeleton />;
  if (!found.data)
    return (
      <NoSuchExperiment
        project={project.slug}
        what="iteration"
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    );
  return (
    <IterationScreen project={project} experiment={experiment} iteration={found.data} readAt={found.dataUpdatedAt} />
  );
}
