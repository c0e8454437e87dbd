import { CriterionAgreement } from "@/features/results";
import { countOf, formatMoney, formatPercent, readMoney } from "@/shared/format/quantities";
import { Card } from "@/shared/ui/Card";
import { markText } from "./judgeScores";
import type { Review, ReviewAgreement } from "./types";

interface ReviewSummaryProps {
  review: Review;
  agreement: readonly ReviewAgreement[];
}

/** What each judge gave on the whole, and whether they mean the same. */
export function ReviewSummary({ review, agreement }: ReviewSummaryProps) {
  const whole = agreement.find(({ criterion }) => criterion === null) ?? null;
  const parts = agreement.filter(({ criterion }) => criterion !== null);
  const doubt = readMoney(review.in_doubt_usd) ?? 0;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card aria-label="Judges of this review" className="min-w-0 px-4 py-3.5">
        <h3 className="text-sm font-semibold text-ink">Judges</h3>
        <p className="mt-0.5 text-sm text-ink-muted">
          {countOf(review.cases, "question")}
          {review.dataset_version !== null && ` of version ${review.dataset_version}`}
          {review.criteria.length > 0 && `, by ${review.criteria.join(", ").toLowerCase()}`}.{" "}
          {formatMoney(readMoney(review.cost_usd))}
          {doubt > 0 && `, and ${formatMoney(doubt)} in doubt`}.
        </p>
        <ul className="mt-3 flex flex-col gap-2.5">
          {review.judges.map(({ scorer, name, model_name: model, mean, scored, errors }) => (
            <li
              key={scorer}
              className="grid grid-cols-[minmax(0,1fr)_minmax(3rem,8rem)_2.5rem] items-center gap-3 text-sm"
            >
              <span className="min-w-0">
                <span className="block truncate text-ink">{name}</span>
                <span className="block truncate text-xs text-ink-subtle">
                  {model} · {scored.toLocaleString("en")} scored
                  {errors > 0 && <span className="text-error">, {errors.toLocaleString("en")} failed</span>}
                </span>
              </span>
              <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-surface-hover">
                <span
                  className="block h-full rounded-full bg-series-1"
                  style={{ width: mean === null ? 0 : formatPercent(mean) }}
                />
              </span>
              <span className="text-right font-semibold tabular-nums text-ink">{markText(mean)}</span>
            </li>
          ))}
        </ul>
      </Card>
      <div className="min-w-0">
        <CriterionAgreement name="Whole mark" agreement={whole && { ...whole, kappa: null }} />
        {parts.length > 0 && (
          <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 px-1 text-xs text-ink-muted">
            {parts.map(({ criterion, alpha }) => (
              <div key={criterion} className="flex gap-1.5">
                <dt>{criterion}</dt>
                <dd className="font-medium text-ink">{alpha === null ? "–" : alpha.toFixed(2)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}
