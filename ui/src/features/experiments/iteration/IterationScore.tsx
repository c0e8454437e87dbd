import { Trophy } from "lucide-react";
import { VerdictChip } from "@/features/results";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { changeText, type Scale, scaleOf } from "@/shared/charts/estimateText";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { BigEstimate } from "../page/ExperimentKeyFigures";
import { FactRow } from "../page/ExperimentSideCard";
import { isOver } from "../experimentStates";
import type { Iteration, IterationVerdict } from "../types";

/** What came of it: the score with its interval, and whether it is better than the best so far. */
export function IterationScore({ iteration, champion }: { iteration: Iteration; champion: boolean }) {
  const { composite, verdict } = iteration;
  const scale = scaleOf(iteration.scale);
  return (
    <section aria-label="Score" className="min-w-0 rounded-lg border border-line bg-raised px-5 py-4">
      <h2 className="flex items-center justify-between gap-2 text-sm font-semibold text-ink">
        Score{" "}
        {champion && (
          <Badge tone="accent" icon={<Trophy aria-hidden />}>
            best so far
          </Badge>
        )}
      </h2>
      {!composite ? (
        <p className="mt-1 text-sm text-ink-subtle">
          {isOver(iteration.state)
            ? "There is no score for this iteration."
            : "The score appears when all answers are judged."}
        </p>
      ) : (
        <>
          <BigEstimate scale={scale} of={composite} />
          <div className="mt-2">
            <ConfidenceIntervalBar interval={composite} />
          </div>
          <p className="mt-1 text-xs text-ink-subtle">{countOf(composite.clusters, "case")}, 95% interval</p>
          {verdict ? (
            <div className="mt-3 border-t border-line pt-3">
              <p className="flex flex-wrap items-center gap-2 text-sm">
                <VerdictChip verdict={verdict.verdict} />
                <span className="text-ink-muted">against iteration {verdict.against}</span>
                {verdict.effect && (
                  <span className="ml-auto font-medium text-ink">{changeText(scale, verdict.effect.value)}</span>
                )}
              </p>
              <p className="mt-1.5 text-sm wrap-anywhere text-ink-muted">{visibleText(verdict.sentence)}</p>
              <EvidenceFacts verdict={verdict} scale={scale} />
            </div>
          ) : (
            <p className="mt-2 text-sm text-ink-muted">The first score: later iterations are compared with it.</p>
          )}
        </>
      )}
    </section>
  );
}

/** On which cases it was decided, how strictly, and how the same change did where the refiner looked. */
function EvidenceFacts({ verdict, scale }: { verdict: IterationVerdict; scale: Scale }) {
  const { evidence, cases, use, p, alpha, train_effect: seen, effect } = verdict;
  return (
    <dl aria-label="Evidence" className="mt-2">
      <FactRow name="Decided on">
        {evidence === "validation" ? (
          countOf(cases, "unseen case")
        ) : (
          <Badge tone="warning">{countOf(cases, "seen case")} only</Badge>
        )}
      </FactRow>
      {use !== null && <FactRow name="Validation used">{countOf(use, "time")}</FactRow>}
      {p !== null && alpha !== null && (
        <FactRow name="p, threshold">
          {p.toFixed(4)}, {alpha.toFixed(4)}
        </FactRow>
      )}
      {seen !== null && effect && <FactRow name="Change on training cases">{changeText(scale, seen)}</FactRow>}
    </dl>
  );
}
