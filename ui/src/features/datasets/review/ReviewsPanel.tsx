import { useQuery } from "@tanstack/react-query";
import { Gavel } from "lucide-react";
import { useState } from "react";
import type { Dataset, Project } from "@/api/types";
import { may } from "@/features/people/projects";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { Select } from "@/shared/ui/Select";
import { reviewListQuery } from "./api";
import { GeneratorCard } from "./GeneratorCard";
import type { ReviewOrder } from "./reviewOrders";
import { reviewName } from "./reviewForm";
import { QuestionReviewScreen } from "./QuestionReviewScreen";
import { StartReviewDialog } from "./StartReviewDialog";

interface ReviewPlace {
  /** The run of the review that is shown; the newest when left out. */
  review?: string;
  by?: ReviewOrder;
}

interface ReviewsPanelProps {
  project: Project;
  dataset: Dataset;
  place: ReviewPlace;
  onPlace: (place: ReviewPlace) => void;
}

/** What judges say about the questions themselves, before anyone answers them. */
export function ReviewsPanel({ project, dataset, place, onPlace }: ReviewsPanelProps) {
  const { slug } = project;
  const [starting, setStarting] = useState(false);
  const list = useQuery(reviewListQuery(slug, dataset.id));
  const starts = may(project, "start_runs") && project.archived_at === null;
  const reviews = list.data?.items ?? [];
  const shown = place.review ?? reviews[0]?.run ?? null;
  const order = place.by ?? "position";
  const button = starts && dataset.cases > 0 && (
    <Button onClick={() => setStarting(true)}>
      <Gavel aria-hidden /> Judge the questions
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      {list.isPending && <RowSkeletons count={6} label="Loading reviews" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && shown === null && (
        <EmptyState icon={<Gavel />} title="No judge has read these questions yet" action={button}>
          Judges score each question for clarity, difficulty, relevance and originality, or by your own criteria, with a
          reason for every score. {!starts && "An editor of this project can start a review."}
        </EmptyState>
      )}
      {list.isSuccess && shown !== null && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Select
              label="Review"
              className="w-full max-w-sm"
              value={shown}
              onChange={(review) => onPlace({ ...place, review })}
              options={[
                ...(reviews.some(({ run }) => run === shown) ? [] : [{ value: shown, label: "An older review" }]),
                ...reviews.map((one) => ({
                  value: one.run,
                  label: reviewName(one),
                  hint: [one.dataset_version !== null && `v${one.dataset_version}`, countOf(one.judges.length, "judge")]
                    .filter(Boolean)
                    .join(" · "),
                })),
              ]}
            />
            {button}
          </div>
          <QuestionReviewScreen
            key={shown}
            project={project}
            dataset={dataset}
            run={shown}
            order={order}
            starts={starts}
            onOrder={(by) => onPlace({ ...place, by: by === "position" ? undefined : by })}
          />
        </>
      )}
      <GeneratorCard project={slug} />
      {starting && (
        <StartReviewDialog
          project={slug}
          dataset={dataset}
          onClose={() => setStarting(false)}
          onBegun={(run) => onPlace({ review: run })}
        />
      )}
    </div>
  );
}
