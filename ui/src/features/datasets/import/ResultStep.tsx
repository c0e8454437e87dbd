import { CircleCheck } from "lucide-react";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { DialogFooter } from "@/shared/ui/Dialog";
import { ProblemList } from "./ProblemList";
import type { Finished } from "./useImport";

interface ResultStepProps {
  finished: Finished;
  onAgain: () => void;
  onShow: () => void;
  showLabel?: string | undefined;
}

/** What came in and what did not. */
export function ResultStep({
  finished: { dataset, result },
  onAgain,
  onShow,
  showLabel = "Show the cases",
}: ResultStepProps) {
  const { imported, version, skipped } = result;
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="flex flex-col items-center gap-1 py-6 text-center">
        <CircleCheck aria-hidden className="mb-1 size-8 text-success-mark" />
        <p className="text-lg font-semibold text-ink">{countOf(imported, "case")} imported</p>
        <p className="text-sm text-ink-muted">
          They are in version {version.number} of {dataset.name}, which has {countOf(version.cases, "case")} now.
          {skipped.rows > 0 && ` ${countOf(skipped.rows, "row")} ${skipped.rows === 1 ? "was" : "were"} left out.`}
        </p>
      </div>
      {skipped.rows > 0 && (
        <section aria-labelledby="import-skipped" className="min-h-0">
          <h3 id="import-skipped" className="mb-2 text-sm font-semibold text-ink">
            Left out
          </h3>
          <div className="max-h-72 overflow-y-auto">
            <ProblemList problems={skipped.items} rows={skipped.rows} />
          </div>
        </section>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onAgain}>
          Import another file
        </Button>
        <Button onClick={onShow}>{showLabel}</Button>
      </DialogFooter>
    </div>
  );
}
