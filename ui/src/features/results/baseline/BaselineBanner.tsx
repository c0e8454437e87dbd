import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Equal, GitCompareArrows } from "lucide-react";
import type { BaselineVerdict, Project, RunReport } from "@/api/types";
import { MakeProduction } from "@/features/prompts";
import { Badge } from "@/shared/ui/Badge";
import { MetricPicker } from "@/shared/metrics/MetricPicker";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { TextSkeleton, Waiting } from "@/shared/ui/Skeleton";
import { VerdictChip } from "@/shared/verdicts/VerdictChip";
import { baselineQuery } from "../api";
import { BaselinePicker } from "./BaselinePicker";
import { betterVersion, isWorse, otherMetricWords, overallVerdict, verdictSentence } from "./baselinePhrasing";

interface BaselineBannerProps {
  project: Project;
  run: RunReport;
  baseline: string | undefined;
  onBaseline: (baseline: string | undefined) => void;
  /** The key of the metric; undefined: one that both runs share. */
  metric: string | undefined;
  onMetric: (metric: string) => void;
  onCompare: (baseline: string, column: number, otherColumn: number) => void;
}

/** Whether a finished run is better than its baseline, in one sentence, with the rows that changed. */
export function BaselineBanner({
  project,
  run,
  baseline,
  onBaseline,
  metric,
  onMetric,
  onCompare,
}: BaselineBannerProps) {
  const found = useQuery({
    ...baselineQuery(project.slug, run.id, baseline, metric),
    enabled: run.state === "completed",
  });
  if (run.state !== "completed" || found.isError) return null;
  // Keeps the place of the banner: the grid must not move under the pointer when the verdict arrives.
  if (!found.data) {
    return (
      <Waiting
        label="Comparing with the baseline"
        className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-raised px-4 py-2"
      >
        <TextSkeleton className="my-1 w-xl max-w-full" />
        {/* As wide as the controls, so that both wrap at the same width. */}
        <TextSkeleton className="my-1 ml-auto w-96 max-w-full" />
      </Waiting>
    );
  }
  const verdict = found.data;
  const first = verdict.columns[0];
  const better = betterVersion(run.plan, verdict);
  return (
    <section
      aria-label="Verdict against the baseline"
      className={cx(
        "flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2 text-sm",
        isWorse(verdict) ? "bg-error-soft" : "bg-raised",
      )}
    >
      <Sentence verdict={verdict} run={run} baseline={baseline} />
      <OtherMetrics verdict={verdict} onMetric={onMetric} />
      <span className="ml-auto flex flex-wrap items-center gap-1.5">
        {better && <MakeProduction project={project} {...better} />}
        {verdict.metric && verdict.others.length > 0 && (
          <MetricPicker
            metrics={[verdict.metric, ...verdict.others.map((one) => one.metric)]}
            value={verdict.metric.key}
            onChange={onMetric}
            size="xs"
            className="w-40"
          />
        )}
        <BaselinePicker project={project.slug} run={run} value={baseline} onChange={onBaseline} />
        {verdict.baseline && first && (
          <Button
            variant="ghost"
            size="xs"
            onClick={() => verdict.baseline && onCompare(verdict.baseline.id, first.column, first.other_column)}
          >
            <GitCompareArrows aria-hidden /> Full comparison
          </Button>
        )}
      </span>
    </section>
  );
}

function Sentence({
  verdict,
  run,
  baseline,
}: {
  verdict: BaselineVerdict;
  run: RunReport;
  baseline: string | undefined;
}) {
  if (!verdict.baseline) {
    return (
      <p className="flex min-w-0 items-center gap-1.5 text-ink-muted">
        <ArrowRight aria-hidden className="size-4 shrink-0 text-accent-ink" />
        {missing(run, baseline)}
      </p>
    );
  }
  const word = overallVerdict(verdict.columns);
  return (
    <p role="status" className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-ink">
      {word ? (
        <VerdictChip verdict={word} />
      ) : (
        <Badge tone="neutral" icon={<Equal aria-hidden />}>
          Identical
        </Badge>
      )}
      {/* With several metrics, the sentence names the one that it is about. */}
      <span className="min-w-0">
        {verdict.metric && verdict.others.length > 0 && <span className="font-medium">{verdict.metric.key}: </span>}
        {verdictSentence(verdict)}
      </span>
      {verdict.stale && <span className="text-xs text-ink-subtle">Counting new scores …</span>}
    </p>
  );
}

/** The other metrics that changed. A press shows the grid, the counts and the comparison by that metric. */
export function OtherMetrics({
  verdict,
  onMetric,
}: {
  verdict: Pick<BaselineVerdict, "others">;
  onMetric: (metric: string) => void;
}) {
  const changed = otherMetricWords(verdict);
  if (changed.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      Also:
      {changed.map(({ key, words, worse }) => (
        <button
          key={key}
          type="button"
          title={`Show the results by ${key}`}
          onClick={() => onMetric(key)}
          className={cx(
            "max-w-72 truncate rounded-md px-1.5 py-0.5 text-xs font-medium hover:underline",
            worse ? "border border-current text-error" : "bg-success-soft text-success",
          )}
        >
          {words}
        </button>
      ))}
    </span>
  );
}

/** Why there is no verdict, and what leads to one. */
function missing({ scorers, metrics, plan }: RunReport, baseline: string | undefined): string {
  if (plan.dataset_id === null) return "Choose a dataset to get a verdict: runs are compared case by case.";
  const labelled = metrics.some(({ kind }) => kind === "people");
  if (scorers.length === 0 && !labelled) return "Add a scorer or a judge to get a verdict on the next change.";
  if (baseline === "production") return "No run of the production version on this dataset. Choose another baseline.";
  if (baseline) return "This run shares no target and scorer with the baseline. Choose another baseline.";
  return "Change the prompt and run again: the two runs are compared here.";
}
