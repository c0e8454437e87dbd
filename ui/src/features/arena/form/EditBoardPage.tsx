import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Project } from "@/api/types";
import { may, useProject } from "@/features/people/projects";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { useChangeBoard } from "../api";
import { LoadBoard } from "../board/LoadBoard";
import type { Board } from "../types";
import { bodyOf, type BoardForm, refusals } from "./boardForm";
import { BoardFormView } from "./BoardFormView";

const route = getRouteApi("/frame/projects/$slug/arena/$board/edit");

export function EditBoardPage() {
  const { slug, board } = route.useParams();
  const project = useProject(slug);
  if (!may(project, "start_runs") || project.archived_at !== null) {
    return (
      <EmptyState action={<RoomLink room="arena" />} title="You cannot change leaderboards here">
        {project.archived_at ? "The project is archived." : "An editor of this project can change them."}
      </EmptyState>
    );
  }
  return (
    <LoadBoard slug={slug} board={board}>
      {(found) => <EditBoard key={board} project={project} board={found} />}
    </LoadBoard>
  );
}

function EditBoard({ project, board }: { project: Project; board: Board }) {
  const { slug } = project;
  const navigate = route.useNavigate();
  const change = useChangeBoard(slug, board.id);
  const [refused, setRefused] = useState<string[]>([]);
  const params = { slug, board: board.id };
  // Runs that no longer fit are not chosen: with them it could not be saved.
  const initial: BoardForm = {
    name: board.name,
    dataset: { id: board.dataset_id, name: board.dataset_name },
    runs: fittingRuns(board),
  };
  const save = (form: BoardForm) =>
    change.mutate(bodyOf(form), {
      onSuccess: () => {
        notify.success("Leaderboard changed");
        void navigate({ to: "/projects/$slug/arena/$board", params, search: {} });
      },
      onError: (error) => setRefused(refusals(error)),
    });
  return (
    <div className="mx-auto w-full max-w-4xl">
      <PageHeader
        title={`Change ${visibleText(board.name)}`}
        documentTitle={["Change", board.name, project.name]}
        description="Votes belong to answers. If you remove a run, votes on its answers no longer count."
      />
      <BoardFormView
        project={slug}
        initial={initial}
        fixed
        saving={change.isPending}
        saveLabel="Save"
        refused={refused}
        onSave={save}
        cancel={
          <Button variant="ghost" asChild>
            <Link to="/projects/$slug/arena/$board" params={params} search={{}}>
              Cancel
            </Link>
          </Button>
        }
      />
    </div>
  );
}

function fittingRuns({ runs, left_out: out }: Pick<Board, "runs" | "left_out">): string[] {
  return runs.map(({ run }) => run).filter((run) => !out.some((one) => one.run === run));
}
