import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useProject } from "@/features/people/projects";
import { experimentQuery, experimentReportQuery } from "../api";
import { ExperimentSkeleton } from "../page/ExperimentPage";
import { NoSuchExperiment } from "../page/NoSuchExperiment";
import { ReportScreen } from "./ReportScreen";

const route = getRouteApi("/frame/projects/$slug/experiments/$experiment/report");

export function ReportPage() {
  const { slug, experiment } = route.useParams();
  const project = useProject(slug);
  const facts = useQuery(experimentQuery(slug, experiment));
  const found = useQuery(experimentReportQuery(slug, experiment));
  if (found.isPending || facts.isPending) return <ExperimentSkeleton />;
  if (!found.data)
    return <NoSuchExperiment project={slug} what="report" error={found.error} onRetry={() => void found.refetch()} />;
  if (!facts.data) return <NoSuchExperiment project={slug} error={facts.error} onRetry={() => void facts.refetch()} />;
  return <ReportScreen project={project} experiment={facts.data} report={found.data} />;
}
