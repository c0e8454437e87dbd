import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, Tags } from "lucide-react";
import { may, useProject } from "@/features/people/projects";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { queueListQuery } from "./api";
import { NewQueueDialog } from "./create/NewQueueDialog";
import { QueueCard } from "./QueueCard";

const route = getRouteApi("/frame/projects/$slug/annotate/");

export function AnnotatePage() {
  const { slug } = route.useParams();
  const { create, run } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const list = useInfiniteQuery(queueListQuery(slug));
  const makes = may(project, "start_runs") && project.archived_at === null;
  const queues = list.data?.pages.flatMap((page) => page.items) ?? [];
  const none = list.isSuccess && queues.length === 0;
  const newQueue = makes && (
    <Button onClick={() => void navigate({ search: { create: true } })}>
      <Plus aria-hidden /> New queue
    </Button>
  );
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        title="Annotate"
        documentTitle={["Annotate", project.name]}
        description={
          "People label answers, blind and shuffled. " + "Agreed labels become scores and show how reliable a judge is."
        }
        actions={!none && newQueue}
      />
      {list.isPending && <RowSkeletons count={4} label="Loading queues" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {none && (
        <EmptyState icon={<Tags />} title="No queues yet" action={newQueue}>
          A queue shows people the answers of a run one by one, without the name of the model. Several people may label
          the same answer; where they disagree, a reviewer decides.{" "}
          {!makes && "An editor of this project can create a queue."}
        </EmptyState>
      )}
      <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {queues.map((queue) => (
          <li key={queue.id}>
            <QueueCard project={project} queue={queue} />
          </li>
        ))}
      </ul>
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
      {makes && create && (
        <NewQueueDialog project={slug} run={run ?? null} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
    </div>
  );
}
