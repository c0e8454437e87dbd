import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { datasetQuery } from "@/features/datasets";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { RoomLink } from "@/shared/ui/RoomLink";
import { notify } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { useMakeBoard } from "../api";
import { bodyOf, type BoardForm, EMPTY_BOARD, refusals } from "./boardForm";
import { BoardFormView } from "./BoardFormView";

const route = getRouteApi("/frame/projects/$slug/arena/new");

export function NewBoardPage() {
  const { slug } = route.useParams();
  const { dataset } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const known = useQuery({ ...datasetQuery(slug, dataset ?? ""), enabled: dataset !== undefined });
  const make = useMakeBoard(slug);
  const [refused, setRefused] = useState<string[]>([]);
  if (!may(project, "start_runs") || project.archived_at !== null) {
    return (
      <EmptyState action={<RoomLink room="arena" />} title="You cannot create leaderboards here">
        {project.archived_at ? "The project is archived." : "An editor of this project can create them."}
      </EmptyState>
    );
  }
  const save = (form: BoardForm) =>
    make.mutate(bodyOf(form), {
      onSuccess: ({ id }) => {
        notify.success("Leaderboard created");
        void navigate({ to: "/projects/$slug/arena/$board", params: { slug, board: id }, search: {} });
      },
      onError: (error) => setRefused(refusals(error)),
    });
  const initial = known.data ? { ...EMPTY_BOARD, dataset: { id: known.data.id, name: known.data.name } } : EMPTY_BOARD;
  return (
    <div className="mx-auto w-full max-w-4xl">
      <PageHeader
        title="New leaderboard"
        documentTitle={["New leaderboard", "Arena", project.name]}
        description={
          "A ranking is fair only on equal terms: the same cases, scored by the same scorers. " +
          "Runs that do not match show the reason. A leaderboard costs nothing."
        }
      />
      {dataset !== undefined && known.isPending ? (
        <RowSkeletons count={4} label="Loading the dataset" />
      ) : (
        <BoardFormView
          project={slug}
          initial={initial}
          saving={make.isPending}
          saveLabel="Create leaderboard"
          refused={refused}
          onSave={save}
          cancel={
            <Button variant="ghost" asChild>
              <Link to="/projects/$slug/arena" params={{ slug }}>
                Cancel
              </Link>
            </Button>
          }
        />
      )}
    </div>
  );
}
