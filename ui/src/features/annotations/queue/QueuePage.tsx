import { getRouteApi } from "@tanstack/react-router";
import { useProject } from "@/features/people/projects";
import { LoadQueue } from "../LoadQueue";
import { QueueScreen } from "./QueueScreen";

const route = getRouteApi("/frame/projects/$slug/annotate/$queue/");

export function QueuePage() {
  const { slug, queue } = route.useParams();
  const { item } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  return (
    <div className="mx-auto w-full max-w-6xl">
      <LoadQueue slug={slug} queue={queue}>
        {(report) => (
          <QueueScreen
            key={queue}
            project={project}
            queue={report}
            item={item ?? null}
            onItem={(next) => void navigate({ search: next ? { item: next } : {} })}
          />
        )}
      </LoadQueue>
    </div>
  );
}
