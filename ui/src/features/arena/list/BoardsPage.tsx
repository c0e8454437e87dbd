import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Play, Plus, Trophy } from "lucide-react";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { boardListQuery } from "../api";
import { BoardsTable } from "./BoardsTable";

const route = getRouteApi("/frame/projects/$slug/arena/");

export function BoardsPage() {
  const { slug } = route.useParams();
  const project = useProject(slug);
  const list = useInfiniteQuery(boardListQuery(slug));
  const edits = may(project, "start_runs") && project.archived_at === null;
  const boards = list.data?.pages.flatMap((page) => page.items) ?? [];
  const none = list.isSuccess && boards.length === 0;
  const door = edits && (
    <>
      <Button variant="secondary" asChild>
        <Link to="/projects/$slug/arena/new" params={{ slug }} search={{}}>
          <Plus aria-hidden /> New leaderboard
        </Link>
      </Button>
      <Button asChild>
        <Link to="/projects/$slug/arena/start" params={{ slug }} search={{}}>
          <Play aria-hidden /> Start an arena
        </Link>
      </Button>
    </>
  );
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        title="Arena"
        documentTitle={["Arena", project.name]}
        description={
          "Compare models and prompts on the same cases with the same judges. " +
          "Entries share a rank when their difference is not significant."
        }
        actions={!none && door}
      />
      {list.isPending && <RowSkeletons count={4} label="Loading leaderboards" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {none && (
        <EmptyState icon={<Trophy />} title="No leaderboards yet" action={door}>
          Start an arena to let models answer the same questions, or create a leaderboard from existing runs. It ranks
          the models, shows what quality costs, and lets people vote on answers without knowing which model gave them.{" "}
          {!edits && "An editor of this project can create one."}
        </EmptyState>
      )}
      {boards.length > 0 && <BoardsTable project={project} boards={boards} />}
      {list.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button
            variant="secondary"
            size="sm"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
