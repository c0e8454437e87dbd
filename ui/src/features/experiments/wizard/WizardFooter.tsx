import { ArrowLeft, ArrowRight, Check, CircleAlert, CircleDot } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Spinner } from "@/shared/ui/Spinner";
import type { ExperimentDraftState } from "./experimentDraftStore";
import { LAST_STEP } from "./steps/stepNames";

interface WizardFooterProps {
  step: number;
  /** Why it does not go on yet; null when it does. */
  reason: string | null;
  draft: ExperimentDraftState & { save: () => Promise<boolean> };
  /** What it will come to, for screens without room beside the form. */
  forecast: string | null;
  onBack: () => void;
  onNext: () => void;
}

export function WizardFooter({ step, reason, draft, forecast, onBack, onNext }: WizardFooterProps) {
  const last = step === LAST_STEP;
  return (
    <div
      className={cx(
        "sticky bottom-0 z-10 -mx-4 mt-6 -mb-6 border-t border-line bg-canvas px-4 py-3",
        "sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8",
      )}
    >
      {forecast && <p className="mb-2 text-xs text-ink-muted xl:hidden">{forecast}</p>}
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" onClick={onBack}>
          <ArrowLeft aria-hidden /> Back
        </Button>
        <SaveStatus draft={draft} />
        <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <p id="why-not" role="status" className="min-w-0 text-right text-xs text-ink-muted">
            {reason}
          </p>
          <Button disabled={reason !== null} aria-describedby={reason ? "why-not" : undefined} onClick={onNext}>
            {last ? "Create experiment" : "Continue"} <ArrowRight aria-hidden />
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Whether what is written is kept. Said aloud when it changes. */
function SaveStatus({ draft }: Pick<WizardFooterProps, "draft">) {
  const failed = draft.error !== null && !draft.saving && draft.dirty && !draft.theirs;
  return (
    <span className="flex items-center gap-1">
      <span
        role="status"
        aria-label="Draft"
        className="inline-flex items-center gap-1.5 text-xs text-ink-subtle [&_svg]:size-3.5"
      >
        {wordsFor(draft, failed)}
      </span>
      {failed && (
        <Button variant="ghost" size="xs" onClick={() => void draft.save()}>
          Retry
        </Button>
      )}
    </span>
  );
}

function wordsFor(draft: ExperimentDraftState, failed: boolean): ReactNode {
  const alarm = <CircleAlert aria-hidden className="text-error-mark" />;
  if (draft.saving)
    return (
      <>
        <Spinner /> Saving…
      </>
    );
  if (draft.theirs) return <>{alarm} Not saved: changed elsewhere</>;
  if (failed)
    return (
      <>
        {alarm} Not saved: {draft.error instanceof ApiError ? draft.error.message : "something went wrong"}
      </>
    );
  if (draft.dirty)
    return (
      <>
        <CircleDot aria-hidden /> Unsaved changes
      </>
    );
  return (
    <>
      <Check aria-hidden className="text-success-mark" /> Draft saved
    </>
  );
}
