import type { AnnotationProgress } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { progressWords } from "./annotationPhrasing";

/** Done, and waiting for someone to decide, as parts of one bar. */
export function QueueProgress({
  name,
  progress,
  className,
}: {
  name: string;
  progress: AnnotationProgress;
  className?: string;
}) {
  const share = (count: number) => `${progress.items > 0 ? (count / progress.items) * 100 : 0}%`;
  return (
    <div
      role="progressbar"
      aria-label={`Progress of ${name}`}
      aria-valuemin={0}
      aria-valuemax={progress.items}
      aria-valuenow={progress.done}
      aria-valuetext={progressWords(progress)}
      className={cx("flex h-1.5 w-full overflow-hidden rounded-full bg-surface-hover", className)}
    >
      <span className="bg-accent-mark transition-[width] duration-300" style={{ width: share(progress.done) }} />
      <span className="bg-warning-mark transition-[width] duration-300" style={{ width: share(progress.disputed) }} />
    </div>
  );
}
