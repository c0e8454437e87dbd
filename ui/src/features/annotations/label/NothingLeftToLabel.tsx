import { Link } from "@tanstack/react-router";
import { CircleCheck, Undo2 } from "lucide-react";
import type { AnnotationReport } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { progressWords } from "../annotationPhrasing";

interface NothingLeftToLabelProps {
  slug: string;
  queue: AnnotationReport;
  onLook: () => void;
  onUndo: (() => void) | undefined;
}

/** The end of a sitting: what was done, and what others still have to do. */
export function NothingLeftToLabel({ slug, queue, onLook, onUndo }: NothingLeftToLabelProps) {
  const { progress } = queue;
  const waiting = progress.done + progress.disputed < progress.items;
  const labelled = progress.my_labels.toLocaleString("en");
  const skipped = progress.my_skipped > 0 ? ` and skipped ${progress.my_skipped.toLocaleString("en")}` : "";
  return (
    <EmptyState
      icon={<CircleCheck />}
      title="No answers left to label"
      action={
        <>
          <Button asChild>
            <Link to="/projects/$slug/annotate/$queue" params={{ slug, queue: queue.id }} search={{}}>
              See the queue
            </Link>
          </Button>
          {waiting && (
            <Button variant="secondary" onClick={onLook}>
              Check again
            </Button>
          )}
          {onUndo && (
            <Button variant="ghost" onClick={onUndo}>
              <Undo2 aria-hidden /> Undo the last label
            </Button>
          )}
        </>
      }
    >
      {progress.my_labels > 0 ? `You labelled ${labelled}${skipped}. ` : ""}
      {progressWords(progress)}.{waiting && " Other people label the remaining answers."}
    </EmptyState>
  );
}
