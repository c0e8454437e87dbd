import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { VERDICT_INKS, VerdictChip } from "@/features/results";
import { DifferenceInterval } from "@/shared/charts/DifferenceInterval";
import { changeText, estimateText, type Scale } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Spinner } from "@/shared/ui/Spinner";
import { stillChecking } from "../api";
import type { Estimate, ExperimentReport, VerdictWord } from "../types";
import { ReportSection } from "./ReportSection";

/** Did it help? On the cases the loop worked with, and, which counts more, on those it has never seen. */
export function FirstAgainstLast({
  project,
  report,
  scale,
}: {
  project: string;
  report: ExperimentReport;
  scale: Scale;
}) {
  const { first_last: pair, check } = report;
  return (
    <div className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
      <ReportSection title="First against last">
        {pair?.verdict && pair.first.composite && pair.last.composite ? (
          <ComparisonResult verdict={pair.verdict} effect={pair.effect} sentence={pair.sentence} scale={scale}>
            <p className="text-sm text-ink-muted">
              Iteration {pair.first.number}:{" "}
              <span className="text-ink">{estimateText(scale, pair.first.composite)}</span> → iteration{" "}
              {pair.last.number}: <span className="text-ink">{estimateText(scale, pair.last.composite)}</span>
            </p>
          </ComparisonResult>
        ) : (
          <p className="text-sm text-ink-muted">
            {pair?.sentence ? visibleText(pair.sentence) : "Two scored iterations are needed for a comparison."}
          </p>
        )}
      </ReportSection>
      <ReportSection title="Check on held-out cases">
        {check?.verdict ? (
          <ComparisonResult verdict={check.verdict} effect={check.effect} sentence={check.sentence} scale={scale}>
            <p className="text-sm text-ink-muted">
              {countOf(check.cases, "case")} that the experiment has never used.{" "}
              <Link
                to="/projects/$slug/runs/$run"
                params={{ slug: project, run: check.run }}
                className="rounded text-accent-ink underline print:hidden"
              >
                Open the check run
              </Link>
            </p>
          </ComparisonResult>
        ) : check ? (
          <p role="status" className="flex items-center gap-2 text-sm text-ink-muted">
            {stillChecking(check) ? (
              <>
                <Spinner /> The first and the best version are being run on the held-out cases.
              </>
            ) : (
              visibleText(check.sentence)
            )}
          </p>
        ) : (
          <p className="text-sm text-ink-muted">
            {report.splits?.holdout
              ? "There was no check: no change was accepted, the budget was spent, or the experiment has not ended."
              : "No cases were held out, so there is no evidence that the gain holds on other cases. Use a hold-out next time."}
          </p>
        )}
      </ReportSection>
    </div>
  );
}

function ComparisonResult({
  verdict,
  effect,
  sentence,
  scale,
  children,
}: {
  verdict: VerdictWord;
  effect: Estimate | null;
  sentence: string;
  scale: Scale;
  children: ReactNode;
}) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <VerdictChip verdict={verdict} size="lg" />
        {effect && (
          <span className="text-base font-semibold text-ink">
            {changeText(scale, effect.value)}{" "}
            <span className="text-sm font-normal text-ink-muted">
              ({changeText(scale, effect.low)} to {changeText(scale, effect.high)})
            </span>
          </span>
        )}
      </p>
      {effect && (
        <div className="mt-3">
          <DifferenceInterval effect={effect} minimum={0} scale={scale} ink={VERDICT_INKS[verdict]} />
        </div>
      )}
      <div className="mt-2 flex flex-col gap-1">
        {children}
        <p className="text-sm wrap-anywhere text-ink-muted">{visibleText(sentence)}</p>
      </div>
    </>
  );
}
