import { Link } from "@tanstack/react-router";
import { duration } from "@/features/runs";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import type { Scale } from "@/shared/charts/estimateText";
import { countOf, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { FigureCard, NoFigure } from "@/shared/ui/FigureCard";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { BigEstimate } from "../page/ExperimentKeyFigures";
import type { Experiment, ExperimentReport } from "../types";

const BIG = "mt-1 text-2xl font-semibold tracking-tight text-ink";

export function ReportSummary({
  project,
  experiment,
  report,
  scale,
}: {
  project: string;
  experiment: Experiment;
  report: ExperimentReport;
  scale: Scale;
}) {
  const { summary, best } = report;
  const doubt = readMoney(summary.doubt_usd) ?? 0;
  const words = best ? `version ${best.version_number}` : "";
  return (
    <>
      <p className="max-w-4xl text-base text-ink">{visibleText(summary.sentence)}</p>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4 print:grid-cols-4">
        <FigureCard
          title="Best version"
          aside={
            best &&
            (experiment.prompt ? (
              <Link
                to="/projects/$slug/prompts/$prompt"
                params={{ slug: project, prompt: experiment.prompt.id }}
                search={{ version: best.version_number }}
                title={visibleText(experiment.prompt.name)}
                className="rounded hover:text-ink hover:underline"
              >
                version {best.version_number}
              </Link>
            ) : (
              words
            ))
          }
        >
          {best?.composite ? (
            <>
              <BigEstimate scale={scale} of={best.composite} />
              <div className="mt-2">
                <ConfidenceIntervalBar interval={best.composite} />
              </div>
              <p className="mt-auto pt-1 text-xs text-ink-subtle">
                {countOf(best.composite.clusters, "case")}, 95% interval
              </p>
            </>
          ) : (
            <NoFigure>No iteration has a score.</NoFigure>
          )}
        </FigureCard>
        <FigureCard title="Iterations">
          <p className={BIG}>{summary.iterations}</p>
          <p className="mt-auto pt-1 text-xs text-ink-subtle">of at most {experiment.plan.stop_rules.max_iterations}</p>
        </FigureCard>
        <FigureCard title="Total cost">
          <p>
            <span className={BIG}>{formatMoney(readMoney(summary.cost_usd))}</span>
            <SimulatedMark money={experiment.money} />
          </p>
          <p className="mt-auto pt-1 text-xs text-ink-subtle">
            {formatTokens(summary.tokens)} tokens
            {doubt > 0 && <span className="text-warning"> · {formatMoney(doubt)} of it in doubt</span>}
          </p>
        </FigureCard>
        <FigureCard title="Total time">
          <p className={BIG}>{summary.seconds === null ? "–" : duration(summary.seconds)}</p>
          <p className="mt-auto pt-1 text-xs text-ink-subtle">from the first start to the end, waiting included</p>
        </FigureCard>
      </div>
    </>
  );
}
