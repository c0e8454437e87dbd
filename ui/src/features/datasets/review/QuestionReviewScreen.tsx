import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowDownUp, Pause, Play, RotateCw, X } from "lucide-react";
import type { Dataset, Project } from "@/api/types";
import {
  isWorking,
  mayCancel,
  mayPause,
  ProgressBar,
  reportQuery,
  RunBanner,
  RunStateChip,
  useMoveRun,
} from "@/features/runs";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { DropdownMenu, MenuRadioGroup } from "@/shared/ui/DropdownMenu";
import { ErrorState } from "@/shared/ui/ErrorState";
import { notify } from "@/shared/ui/notify";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { reviewQuery, useRetryReview } from "./api";
import { JudgedTable } from "./JudgedTable";
import { REVIEW_ORDER_NAMES, REVIEW_ORDERS, type ReviewOrder } from "./reviewOrders";
import { ReviewSummary } from "./ReviewSummary";
import type { Review } from "./types";

interface QuestionReviewScreenProps {
  project: Project;
  dataset: Dataset;
  run: string;
  order: ReviewOrder;
  /** May start and stop what costs money. */
  starts: boolean;
  onOrder: (order: ReviewOrder) => void;
}

/** One review: how far it is, whether the judges agree, and what they said of each question. */
export function QuestionReviewScreen({ project, dataset, run, order, starts, onOrder }: QuestionReviewScreenProps) {
  const { slug } = project;
  const found = useInfiniteQuery(reviewQuery(slug, dataset.id, run, order));
  const page = found.data?.pages[0] ?? null;
  if (found.isPending) return <RowSkeletons count={8} label="Loading the review" />;
  if (found.isError || !page) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const { review } = page;
  const questions = found.data.pages.flatMap(({ items }) => items);
  return (
    <div className="flex flex-col gap-4">
      <ReviewProgress project={project} dataset={dataset.id} review={review} starts={starts} />
      <ReviewSummary review={review} agreement={page.agreement} />
      <div className="flex items-center justify-between gap-2">
        <p className="text-sm text-ink-muted">{countOf(review.cases, "question")}, scores out of ten</p>
        <DropdownMenu
          trigger={
            <Button variant="ghost" size="sm">
              <ArrowDownUp aria-hidden /> {REVIEW_ORDER_NAMES[order]}
            </Button>
          }
        >
          <MenuRadioGroup<ReviewOrder>
            label="Order"
            value={order}
            onChange={onOrder}
            options={REVIEW_ORDERS.map((value) => ({ value, label: REVIEW_ORDER_NAMES[value] }))}
          />
        </DropdownMenu>
      </div>
      <div className={found.isPlaceholderData ? "opacity-60" : ""}>
        <JudgedTable questions={questions} judges={review.judges} />
      </div>
      {found.hasNextPage && (
        <div className="flex justify-center">
          <Button
            variant="secondary"
            size="sm"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function ReviewProgress({
  project,
  dataset,
  review,
  starts,
}: {
  project: Project;
  dataset: string;
  review: Review;
  starts: boolean;
}) {
  const { slug } = project;
  const { run, state, done, total, created_by: by, created_at: at } = review;
  const move = useMoveRun(slug, run);
  const retry = useRetryReview(slug, dataset, run);
  // Why nothing moves stands with the run.
  const report = useQuery({ ...reportQuery(slug, run), enabled: state !== "completed" });
  const errors = review.judges.reduce((all, judge) => all + judge.errors, 0);
  const working = isWorking(state);
  const go = (what: "pause" | "resume" | "cancel") => move.mutate(what, { onError: notify.failure });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <RunStateChip state={state} />
        <p className="text-sm text-ink-muted">
          {by} · <RelativeTime at={at} />
        </p>
        {state !== "completed" && (
          <>
            <ProgressBar
              label="Scores given"
              total={total}
              answered={Math.max(0, done - errors)}
              malformed={0}
              failed={errors}
              className="max-w-64 min-w-32 flex-1"
            />
            <p role="status" className="text-sm text-ink-muted">
              {done.toLocaleString("en")} of {countOf(total, "score")}
            </p>
          </>
        )}
        {starts && (
          <div className="ml-auto flex gap-2">
            {mayPause(state) && (
              <Button variant="secondary" size="sm" loading={move.isPending} onClick={() => go("pause")}>
                <Pause aria-hidden /> Pause
              </Button>
            )}
            {state === "paused" && (
              <Button variant="secondary" size="sm" loading={move.isPending} onClick={() => go("resume")}>
                <Play aria-hidden /> Resume
              </Button>
            )}
            {mayCancel(state) && (
              <Button variant="ghost" size="sm" disabled={move.isPending} onClick={() => go("cancel")}>
                <X aria-hidden /> Cancel
              </Button>
            )}
            {!working && errors > 0 && (
              <Button
                variant="secondary"
                size="sm"
                loading={retry.isPending}
                onClick={() =>
                  retry.mutate(undefined, {
                    onSuccess: ({ asked }) => notify.success(`${countOf(asked, "score")} requested again`),
                    onError: notify.failure,
                  })
                }
              >
                <RotateCw aria-hidden /> Retry {countOf(errors, "failure")}
              </Button>
            )}
          </div>
        )}
      </div>
      {report.data && <RunBanner project={project} run={report.data} />}
    </div>
  );
}
