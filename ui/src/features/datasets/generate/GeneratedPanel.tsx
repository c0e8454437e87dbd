import { Sparkles, X } from "lucide-react";
import type { Assist } from "@/api/types";
import { assistCostText } from "@/features/assists";
import { countOf, formatTokens } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Notice } from "@/shared/ui/Notice";
import { Spinner } from "@/shared/ui/Spinner";
import type { Generation } from "./api";
import { QuestionList, type WrittenQuestion } from "./QuestionList";

interface GeneratedPanelProps {
  generation: Generation;
  questions: readonly WrittenQuestion[];
  /** What became of the wish, in a sentence. */
  sentence: string | null;
  out: ReadonlySet<number>;
  onOut: (out: ReadonlySet<number>) => void;
}

/** What the model has written so far, and how far it is. */
export function GeneratedPanel({ generation, questions, sentence, out, onOut }: GeneratedPanelProps) {
  const { assist, busy, problem } = generation;
  const kept = questions.length - out.size;
  const toggle = (place: number) =>
    onOut(new Set(out.has(place) ? [...out].filter((one) => one !== place) : [...out, place]));
  return (
    <section aria-label="Questions that were written" className="min-w-0">
      {problem && (
        <Notice tone="error" alert className="mb-3">
          {visibleText(problem)}
          {questions.length > 0 && " Questions written before are kept below."}
        </Notice>
      )}
      {busy && <GenerationProgress generation={generation} written={questions.length} />}
      {!busy && assist && (
        <p role="status" className="mb-3 text-sm text-ink-muted">
          {sentence && <>{visibleText(sentence)} </>}
          {assist.state === "cancelled" && "Stopped. "}
          <GenerationCost assist={assist} />
        </p>
      )}
      {questions.length > 0 && (
        <>
          <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3">
            <p className="text-sm font-medium text-ink">
              {kept === questions.length
                ? countOf(kept, "question")
                : `${kept.toLocaleString("en")} of ${countOf(questions.length, "question")} chosen`}
            </p>
            {out.size > 0 && (
              <Button variant="ghost" size="xs" onClick={() => onOut(new Set())}>
                Keep all
              </Button>
            )}
            {kept > 0 && !busy && (
              <Button variant="ghost" size="xs" onClick={() => onOut(new Set(questions.keys()))}>
                Keep none
              </Button>
            )}
          </div>
          <QuestionList questions={questions} out={out} onToggle={toggle} />
        </>
      )}
      {questions.length === 0 && !busy && !problem && (
        <EmptyState
          action={null}
          icon={<Sparkles />}
          title={assist ? "No questions were written" : "Questions appear here as they are written"}
        >
          {assist
            ? "Describe the questions in more detail, or choose another model."
            : "Read the questions before you save them, and leave out the bad ones. " +
              "Duplicates and near-duplicates are left out automatically."}
        </EmptyState>
      )}
    </section>
  );
}

function GenerationProgress({
  generation: { assist, cancel, cancelling },
  written,
}: {
  generation: Generation;
  written: number;
}) {
  const progress = assist?.progress ?? null;
  const done = progress?.done ?? written;
  return (
    <div className="mb-3 rounded-lg border border-line bg-raised px-4 py-3">
      <div className="flex items-center gap-3 text-sm">
        <Spinner />
        <p role="status" className="min-w-0 flex-1 text-ink">
          {assist?.state === "working" ? `${assist.model_name} is writing…` : "Calling the model…"}
          {progress && (
            <span className="text-ink-muted">
              {" "}
              {done.toLocaleString("en")} of {countOf(progress.total, "question")}
            </span>
          )}
        </p>
        <Button variant="ghost" size="sm" disabled={!assist} loading={cancelling} onClick={cancel}>
          <X aria-hidden /> Stop
        </Button>
      </div>
      {progress && (
        <div
          role="progressbar"
          aria-label="Progress of the generation"
          aria-valuemin={0}
          aria-valuemax={progress.total}
          aria-valuenow={done}
          className="mt-2 h-1.5 overflow-hidden rounded-full bg-surface-hover"
        >
          <div
            className="h-full rounded-full bg-accent-mark transition-[width] duration-300"
            style={{ width: `${progress.total > 0 ? (done / progress.total) * 100 : 0}%` }}
          />
        </div>
      )}
    </div>
  );
}

function GenerationCost({ assist }: { assist: Assist }) {
  return (
    <>
      {assist.model_name}, {assistCostText(assist)}, {formatTokens(assist.tokens)} tokens.
    </>
  );
}
