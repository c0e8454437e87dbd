import { getRouteApi } from "@tanstack/react-router";
import { useProject } from "@/features/people/projects";
import { LoadQueue } from "../LoadQueue";
import { LabelScreen } from "./LabelScreen";

const route = getRouteApi("/frame/projects/$slug/annotate/$queue/label");

export function LabelPage() {
  const { slug, queue } = route.useParams();
  const project = useProject(slug);
  return (
    <LoadQueue slug={slug} queue={queue}>
      {(report) => <LabelScreen key={queue} project={project} queue={report} />}
    </LoadQueue>
  );
}
