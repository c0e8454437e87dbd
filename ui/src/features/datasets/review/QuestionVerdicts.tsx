import { visibleText } from "@/shared/format/visibleText";
import { Notice } from "@/shared/ui/Notice";
import { markText, VERDICT_STATES, verdictOf } from "./judgeScores";
import type { JudgedQuestion, ReviewJudge, Verdict } from "./types";

/** What each judge says of one question, side by side. */
export function QuestionVerdicts({ question, judges }: { question: JudgedQuestion; judges: readonly ReviewJudge[] }) {
  return (
    <div className="bg-surface px-4 py-3 max-lg:mb-2 max-lg:rounded-lg">
      <p dir="auto" className="mb-3 max-w-prose text-sm wrap-anywhere whitespace-pre-wrap text-ink">
        {visibleText(question.text)}
      </p>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {judges.map((judge) => {
          const verdict = verdictOf(question, judge.scorer);
          return (
            <section
              key={judge.scorer}
              aria-label={`What ${judge.name} says`}
              className="min-w-0 rounded-md border border-line bg-raised px-3 py-2.5 text-sm"
            >
              <h4 className="flex items-baseline justify-between gap-2">
                <span className="min-w-0 truncate font-medium text-ink">{judge.name}</span>
                <span className="font-semibold text-ink tabular-nums">{markText(verdict?.overall ?? null)}</span>
              </h4>
              <p className="truncate text-xs text-ink-subtle">{judge.model_name}</p>
              {verdict && <VerdictReasons verdict={verdict} />}
            </section>
          );
        })}
      </div>
    </div>
  );
}

function VerdictReasons({ verdict: { state, criteria, reasons, reason, problem } }: { verdict: Verdict }) {
  if (state === "error")
    return (
      <Notice tone="error" className="mt-2">
        {visibleText(problem ?? "The judge gave no score.")}
      </Notice>
    );
  if (state !== "scored")
    return (
      <p className="mt-2 text-xs text-ink-subtle">
        {VERDICT_STATES[state]}
        {problem && `: ${visibleText(problem)}`}
      </p>
    );
  const names = Object.keys(criteria);
  return (
    <>
      {reason && (
        <p dir="auto" className="mt-2 text-xs wrap-anywhere whitespace-pre-wrap text-ink-muted">
          {visibleText(reason)}
        </p>
      )}
      {names.length > 0 && (
        <dl className="mt-2 flex flex-col gap-1.5 border-t border-line pt-2 text-xs">
          {names.map((name) => (
            <div key={name}>
              <dt className="flex justify-between gap-2 font-medium text-ink">
                <span>{visibleText(name)}</span>
                <span className="tabular-nums">{markText(criteria[name] ?? null)}</span>
              </dt>
              {reasons[name] && (
                <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink-muted">
                  {visibleText(reasons[name])}
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
