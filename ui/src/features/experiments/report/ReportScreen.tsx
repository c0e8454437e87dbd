import { ArrowRight } from "lucide-react";
import type { Project } from "@/api/types";
import { scaleOf, valueText } from "@/shared/charts/estimateText";
import { visibleText } from "@/shared/format/visibleText";
import { Notice } from "@/shared/ui/Notice";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { usePageHeading } from "@/shared/ui/PageHeader";
import { ExperimentChip } from "../page/ExperimentChip";
import type { Experiment, ExperimentReport } from "../types";
import { BestPrompt } from "./BestPrompt";
import { Downloads } from "./Downloads";
import { GainAndCheck } from "./GainAndCheck";
import { ModelsSection } from "./ModelsSection";
import { ReportCostSection } from "./ReportCostSection";
import { ReportSection } from "./ReportSection";
import { ReportSummary } from "./ReportSummary";
import { VersionsSection } from "./VersionsSection";

interface ReportScreenProps {
  project: Project;
  experiment: Experiment;
  report: ExperimentReport;
}

/** What the experiment found, what it cost and what to do with it. Also printed: controls stay off the paper. */
export function ReportScreen({ project, experiment, report }: ReportScreenProps) {
  const heading = usePageHeading([`Report of ${experiment.name}`, "Experiments", project.name]);
  const scale = scaleOf(experiment.scale);
  const ended = experiment.state === "completed";
  return (
    <article className="mx-auto flex w-full max-w-5xl flex-col gap-4 print:max-w-none print:gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <p className="text-xs font-medium text-ink-subtle">{ended ? "Final report" : "Report so far"}</p>
          <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
            <h1
              ref={heading}
              tabIndex={-1}
              data-page-heading
              className="min-w-0 text-xl font-semibold wrap-anywhere text-ink"
            >
              {visibleText(experiment.name)}
            </h1>
            <ExperimentChip state={experiment.state} reviewing={report.iterations.at(-1)?.state === "reviewing"} />
          </div>
          <p className="mt-1 text-sm text-ink-muted">
            {experiment.end
              ? visibleText(experiment.end.reason)
              : "The experiment has not ended; the figures are preliminary."}{" "}
            <span className="text-ink-subtle">
              · as of <RelativeTime at={report.made_at} />
            </span>
          </p>
        </div>
        <Downloads project={project} experiment={experiment} report={report} />
      </div>
      {!ended && (
        <Notice tone="info" className="print:hidden">
          These are the results so far. The report is final once the experiment has ended.
        </Notice>
      )}
      <ReportSummary project={project.slug} experiment={experiment} report={report} scale={scale} />
      <GainAndCheck project={project.slug} report={report} scale={scale} />
      {report.splits && (
        <ReportSection title="Case splits">
          <p className="text-sm text-ink-muted">
            {visibleText(report.splits.sentence)} The seed of the draw is {report.splits.seed}.
          </p>
        </ReportSection>
      )}
      <ModelsSection report={report} scale={scale} money={experiment.money} />
      <WeaknessesAndSteps report={report} />
      <BestPrompt report={report} />
      <ReportCostSection report={report} money={experiment.money} />
      <VersionsSection project={project.slug} experiment={experiment} report={report} scale={scale} />
    </article>
  );
}

function WeaknessesAndSteps({ report: { weaknesses, next_steps: steps } }: { report: ExperimentReport }) {
  return (
    <div className="grid gap-4 md:grid-cols-2 print:grid-cols-2">
      <ReportSection title="Remaining weaknesses">
        {weaknesses.length > 0 && (
          <p className="mb-2 text-xs text-ink-subtle">
            Means over the cases that the score of the best version is from.
          </p>
        )}
        {weaknesses.length === 0 && <p className="text-sm text-ink-muted">No criterion stands out as weak.</p>}
        <ul className="flex flex-col gap-2.5">
          {weaknesses.map(({ criterion, mean, scale, sentence }) => (
            <li key={criterion} className="text-sm">
              <p className="flex items-baseline justify-between gap-3">
                <span className="font-medium text-ink">{visibleText(criterion)}</span>
                <span className="text-ink-muted">{weakness(mean, scale)}</span>
              </p>
              <p className="text-ink-muted">{visibleText(sentence)}</p>
            </li>
          ))}
        </ul>
      </ReportSection>
      <ReportSection title="Suggested next steps">
        <ul className="flex flex-col gap-2 text-sm text-ink-muted">
          {steps.map((step) => (
            <li key={step} className="flex gap-2">
              <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
              <span>{visibleText(step)}</span>
            </li>
          ))}
        </ul>
      </ReportSection>
    </div>
  );
}

function weakness(mean: number, scale: number): string {
  return `${valueText(scaleOf(scale), mean)} of ${scale}`;
}
