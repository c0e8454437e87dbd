import { getRouteApi } from "@tanstack/react-router";
import { useProject } from "@/features/people/projects";
import { LoadBoard } from "./LoadBoard";
import { BoardScreen } from "./BoardScreen";

const route = getRouteApi("/frame/projects/$slug/arena/$board/");

export function BoardPage() {
  const { slug, board } = route.useParams();
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  return (
    <LoadBoard slug={slug} board={board} tag={place.tag}>
      {(found) => (
        <BoardScreen
          key={board}
          project={project}
          board={found}
          place={place}
          onPlace={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
      )}
    </LoadBoard>
  );
}
