import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { changeText, SHARE, valueText } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { metricScale } from "@/shared/metrics/metricFigures";
import { MetricPicker } from "@/shared/metrics/MetricPicker";
import { Button } from "@/shared/ui/Button";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { MinimumEffect } from "@/shared/verdicts/MinimumEffect";
import { USUAL_MINIMUM } from "@/shared/verdicts/usualMinimum";
import { verdictQuery, type WantedVerdict } from "../api";
import { DecideNext } from "./DecideNext";
import type { Verdict } from "@/api/types";
import { EffectFigure } from "./EffectFigure";
import { IdenticalChip, ModelVerdicts } from "./ModelVerdicts";
import { CostDifference } from "./CostDifference";
import { VerdictChip } from "@/shared/verdicts/VerdictChip";
import { VerdictDetails } from "./VerdictDetails";
import { casesWords, whyWords } from "./verdictDetails";

interface VerdictPanelProps {
  project: string;
  wanted: WantedVerdict;
  onMinimum: (minimum: number | undefined) => void;
  onMetric: (key: string) => void;
  /** Another model of the two runs. */
  onColumns: (column: number, otherColumn: number) => void;
  /** The way to use the later one, shown if it is better. */
  onBetter?: ReactNode;
}

/** Whether the later one is better: the answer first, then why, then the numbers. */
export function VerdictPanel({ project, wanted, onMinimum, onMetric, onColumns, onBetter }: VerdictPanelProps) {
  const found = useQuery(verdictQuery(project, wanted));
  if (found.isPending)
    return (
      <VerdictFrame>
        <BlockSkeleton lines={3} label="Loading the evidence" />
      </VerdictFrame>
    );
  if (!found.data) {
    return (
      <VerdictFrame>
        <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-ink-muted">
          <span>The verdict could not be loaded: {found.error.message}</span>
          <Button variant="secondary" size="xs" onClick={() => void found.refetch()}>
            Try again
          </Button>
        </div>
      </VerdictFrame>
    );
  }
  const { comparison, passes } = found.data;
  const scale = metricScale(found.data.metric);
  const why = whyWords(comparison);
  const more = casesWords(comparison);
  return (
    <VerdictFrame>
      <div className="grid gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_minmax(22rem,30rem)]">
        <div className="min-w-0">
          <div role="status" aria-label="Verdict" className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {comparison.why === "identical" ? (
              <IdenticalChip />
            ) : (
              <VerdictChip verdict={comparison.verdict} size="lg" />
            )}
            {why && <span className="text-sm font-medium text-ink-muted">{why}</span>}
            <span className="ml-auto">
              <MetricPicker metrics={found.data.shared} value={found.data.metric.key} onChange={onMetric} />
            </span>
          </div>
          <h3 className="mt-2.5 text-sm font-semibold text-ink">{found.data.label}</h3>
          <p className="mt-1 max-w-prose text-base text-ink">{found.data.sentence}</p>
          <p className="mt-1 flex max-w-prose items-start gap-1.5 text-sm text-ink-muted">
            <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
            <span>
              {found.data.next_step}
              {more && ` ${more}`}
            </span>
          </p>
          {comparison.verdict === "better" && onBetter && <div className="mt-2 empty:hidden">{onBetter}</div>}
          <DecideNext
            project={project}
            comparison={comparison}
            wanted={{ ...wanted, minimum: wanted.minimum ?? USUAL_MINIMUM, metric: found.data.metric.key }}
          />
          <ul className="mt-3 flex flex-col gap-1.5 text-sm text-ink-muted">
            {passes && <Passes passes={passes} />}
            <CostDifference project={project} wanted={wanted} verdict={found.data} />
            {found.data.identical > 0 && comparison.why !== "identical" && (
              <li>
                {found.data.identical.toLocaleString("en")} of {countOf(found.data.answers, "answer")} are the same
                text.
              </li>
            )}
            {found.data.judge_only_flips > 0 && <JudgeFlips count={found.data.judge_only_flips} />}
          </ul>
          <div className="mt-3 flex flex-col gap-2">
            <MinimumEffect key={scale.top} value={wanted.minimum ?? USUAL_MINIMUM} scale={scale} onChange={onMinimum} />
            <VerdictDetails comparison={comparison} scale={scale} />
          </div>
        </div>
        {comparison.why !== "identical" && (
          <EffectFigure comparison={comparison} scale={scale} names={["Before", "After"]} />
        )}
      </div>
      {found.data.models.length > 1 && (
        <ModelVerdicts
          verdict={found.data}
          scale={scale}
          shown={{ column: wanted.column, otherColumn: wanted.otherColumn }}
          onColumns={onColumns}
        />
      )}
      {found.data.stale && (
        <p className="mt-2 text-xs text-ink-subtle">New scores have arrived. The verdict is being computed again.</p>
      )}
    </VerdictFrame>
  );
}

function VerdictFrame({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Verdict on the difference" className="rounded-lg border border-line bg-raised px-4 py-3.5">
      {children}
    </section>
  );
}

function Passes({ passes }: { passes: NonNullable<Verdict["passes"]> }) {
  const { base_mean: base, other_mean: other, effect } = passes;
  if (!base || !other || !effect) return null;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-ink-subtle">Pass rate</span>
      <span className="text-ink">
        {valueText(SHARE, base.value)} → {valueText(SHARE, other.value)}
      </span>
      <span>
        ({changeText(SHARE, effect.low).replace(" points", "")} to {changeText(SHARE, effect.high)})
      </span>
      <VerdictChip verdict={passes.verdict} />
    </li>
  );
}

function JudgeFlips({ count }: { count: number }) {
  return (
    <li className="text-warning">
      {countOf(count, "case")} changed although the answer is the same text: the judge changed its score, not the model.
    </li>
  );
}
