import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { reportQuery } from "@/features/runs";
import { VerdictChip } from "@/shared/verdicts/VerdictChip";
import { VERDICT_WORDS, type VerdictWord } from "@/shared/verdicts/verdictPhrasing";
import { ConfidenceIntervalBar } from "@/shared/charts/ConfidenceIntervalBar";
import { estimateText, scaleOf } from "@/shared/charts/estimateText";
import { formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import type { Suggestion } from "../types";

const link = cx(
  "inline-flex min-h-6 min-w-6 items-center justify-end rounded",
  "underline decoration-line-strong underline-offset-2 hover:text-ink",
);

/** What is known of the prompt as it is, before anybody pays for the change. */
export function SuggestionEvidenceCard({ slug, suggestion }: { slug: string; suggestion: Suggestion }) {
  const { evidence, experiment, cost_usd: cost } = suggestion;
  const { composite, verdict } = evidence;
  const scale = scaleOf(evidence.scale);
  const run = useQuery({ ...reportQuery(slug, evidence.run ?? ""), enabled: evidence.run !== null }).data;
  const money = run?.money ?? "real";
  return (
    <Card aria-label="Evidence so far" className="px-4 py-3">
      <h2 className="text-sm font-semibold text-ink">Evidence so far</h2>
      <div className="mt-2">
        {composite ? (
          <>
            <p className="text-lg font-semibold text-ink tabular-nums">
              {estimateText(scale, composite)}
              {scale.top > 1 && <span className="ml-1 text-xs font-normal text-ink-subtle">of {scale.top}</span>}
            </p>
            <ConfidenceIntervalBar interval={composite} />
            <p className="mt-1 text-xs text-ink-subtle">
              Composite of version {evidence.version.number} over {composite.clusters.toLocaleString("en")} cases
            </p>
          </>
        ) : (
          <p className="text-sm text-ink-muted">No composite yet</p>
        )}
      </div>
      {verdict && (
        <div className="mt-3 border-t border-line pt-3">
          <div className="flex items-center gap-2 text-xs text-ink-muted">
            {isWord(verdict.verdict) && <VerdictChip verdict={verdict.verdict} />} against iteration {verdict.against}
          </div>
          <p className="mt-1.5 text-xs text-ink-subtle">{verdict.sentence}</p>
        </div>
      )}
      <dl
        className={cx(
          "mt-3 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-0.5",
          "border-t border-line pt-2 text-xs leading-6",
        )}
      >
        <dt className="text-ink-subtle">Iteration</dt>
        <dd className="text-right text-ink-muted">
          <Link
            to="/projects/$slug/experiments/$experiment/iterations/$number"
            params={{ slug, experiment: experiment.id, number: String(evidence.number) }}
            className={link}
          >
            #{evidence.number}
          </Link>
        </dd>
        {evidence.run && evidence.run_number !== null && (
          <>
            <dt className="text-ink-subtle">Run</dt>
            <dd className="text-right text-ink-muted">
              <Link
                to="/projects/$slug/runs/$run/results"
                params={{ slug, run: evidence.run }}
                search={{}}
                className={link}
              >
                #{evidence.run_number}
              </Link>
            </dd>
          </>
        )}
        <dt className="text-ink-subtle">Spent on it</dt>
        <dd className="text-right text-ink-muted tabular-nums">
          {formatMoney(readMoney(evidence.cost_usd))}
          <SimulatedMark money={money} />
        </dd>
        <dt className="text-ink-subtle">Tokens</dt>
        <dd className="text-right text-ink-muted tabular-nums">{formatTokens(evidence.tokens)}</dd>
        <dt className="text-ink-subtle">This suggestion</dt>
        <dd className="text-right text-ink-muted tabular-nums">
          {formatMoney(readMoney(cost))}
          {/* Whether the refiner is simulated is known only where all of the run is. */}
          {money === "simulated" && <SimulatedMark money={money} />}
        </dd>
      </dl>
    </Card>
  );
}

function isWord(verdict: string): verdict is VerdictWord {
  return verdict in VERDICT_WORDS;
}
