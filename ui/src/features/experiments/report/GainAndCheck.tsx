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

/** Did it help? The gain as on the experiment's page, on the cases the loop worked with, and, which counts more, on those it has never seen. */
export function GainAndCheck({ project, report, scale }: { project: string; report: ExperimentReport; scale: Scale }) {
  const { gain, first_last: pair, check } = report;
  const other = pair?.verdict && pair.last.iteration !== gain?.best.iteration ? pair : null;
  return (
    <div className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
      <ReportSection title={gain ? `Gain over iteration ${gain.base.number}` : "Gain"}>
        {gain?.verdict && gain.base.composite && gain.best.composite ? (
          <ComparisonResult verdict={gain.verdict} effect={gain.effect} sentence={gain.sentence} scale={scale}>
            <p className="text-sm text-ink-muted">
              Iteration {gain.base.number}: <span className="text-ink">{estimateText(scale, gain.base.composite)}</span>{" "}
              → iteration {gain.best.number}, the best:{" "}
              <span className="text-ink">{estimateText(scale, gain.best.composite)}</span>
            </p>
          </ComparisonResult>
        ) : (
          <p className="text-sm text-ink-muted">
            {visibleText(gain?.sentence ?? pair?.sentence ?? "Two scored iterations are needed for a comparison.")}
          </p>
        )}
        {other && (
          <p className="mt-3 border-t border-line pt-2 text-sm wrap-anywhere text-ink-muted">
            The last iteration, {other.last.number}, against iteration {other.first.number}:{" "}
            {visibleText(other.sentence)}
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
              ? noCheck(report)
              : "No cases were held out, so there is no evidence that the gain holds on other cases. Use a hold-out next time."}
          </p>
        )}
      </ReportSection>
    </div>
  );
}

/** Why no check on the held-out cases was made; before the end there is no reason to look for. */
export function noCheck({ experiment }: { experiment: Pick<ExperimentReport["experiment"], "ended_at"> }): string {
  return experiment.ended_at
    ? "There was no check: no change was accepted, or the budget was spent."
    : "The check is made at the end, if a change was accepted.";
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
