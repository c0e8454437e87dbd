import { getRouteApi } from "@tanstack/react-router";
import { useProject } from "@/features/people/projects";
import { LoadBoard } from "../board/LoadBoard";
import { VoteScreen } from "./VoteScreen";

const route = getRouteApi("/frame/projects/$slug/arena/$board/vote");

export function VotePage() {
  const { slug, board } = route.useParams();
  const project = useProject(slug);
  return (
    <LoadBoard slug={slug} board={board}>
      {({ id, name }) => <VoteScreen key={id} project={project} board={id} name={name} />}
    </LoadBoard>
  );
}
