import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Download, MessageSquare } from "lucide-react";
import { useProject } from "@/features/people/projects";
import { ReviewViews } from "@/features/promotions";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { RoomLink } from "@/shared/ui/RoomLink";
import { Segmented } from "@/shared/ui/Segmented";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { exportUrl, threadListQuery } from "../api";
import { COMMENT_FILTERS, FILTER_OF, type ShownComments } from "../commentUrlState";
import { SubjectLink } from "../SubjectLink";
import { ThreadCard } from "../ThreadCard";

const route = getRouteApi("/frame/projects/$slug/comments");

const FILTER_WORDS: Record<ShownComments, string> = {
  open: "Open",
  mentions: "Mentions of me",
  resolved: "Resolved",
  all: "All",
};

const NONE: Record<ShownComments, string> = {
  open: "No open threads",
  mentions: "Nobody has mentioned you in an open thread",
  resolved: "No resolved threads yet",
  all: "No comments yet",
};

/** The threads of the project, whatever they are about. */
export function CommentsPage() {
  const { slug } = route.useParams();
  const { show = "open" } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject(slug);
  const list = useInfiniteQuery(threadListQuery(slug, FILTER_OF[show]));
  const found = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="mx-auto w-full max-w-5xl">
      <PageHeader
        title="Comments"
        documentTitle={["Comments", project.name]}
        description="What members say about answers, cases, prompt versions, runs, experiments and leaderboards."
        actions={
          <Button variant="secondary" asChild>
            <a href={exportUrl(slug)} download>
              <Download aria-hidden /> Download comments
            </a>
          </Button>
        }
      />
      <ReviewViews slug={slug} />
      <div className="mb-4 max-w-full overflow-x-auto">
        <Segmented<ShownComments>
          label="Which comments"
          value={show}
          onChange={(next) => void navigate({ search: next === "open" ? {} : { show: next }, replace: true })}
          options={COMMENT_FILTERS.map((value) => ({ value, label: FILTER_WORDS[value] }))}
        />
      </div>
      {list.isPending && <RowSkeletons count={4} label="Loading comments" />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && found.length === 0 && (
        <EmptyState icon={<MessageSquare />} title={NONE[show]} action={<RoomLink room="runs" />}>
          Comment on an answer in the panel of a cell, or on the page of a run, case, version or experiment.
        </EmptyState>
      )}
      {found.length > 0 && (
        <ol aria-label="Threads" className="flex flex-col gap-3">
          {found.map((thread) => (
            <ThreadCard
              key={thread.id}
              project={slug}
              thread={thread}
              named={null}
              head={<SubjectLink project={slug} thread={thread} />}
            />
          ))}
        </ol>
      )}
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
