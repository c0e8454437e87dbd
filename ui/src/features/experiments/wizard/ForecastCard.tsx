import { TriangleAlert } from "lucide-react";
import { roughly } from "@/features/runs";
import { countOf, formatMoney, formatTokens } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Card } from "@/shared/ui/Card";
import { FactLine } from "@/shared/ui/FactLine";
import { Notice } from "@/shared/ui/Notice";
import { Spinner } from "@/shared/ui/Spinner";
import type { PlanForecast, Span } from "./planTypes";
import type { ForecastState } from "./useExperimentForecast";

/** What the experiment comes to, as far as it is chosen. */
export function ForecastCard({
  forecast: { data, stale, error },
  budget,
}: {
  forecast: ForecastState;
  budget: number;
}) {
  const known = data !== null && data.iteration.calls > 0;
  return (
    <Card aria-label="Forecast" aria-busy={stale || undefined} className="px-4 pt-3.5 pb-4">
      <h2 className="flex items-center gap-2 text-sm font-semibold text-ink">Forecast {stale && <Spinner />}</h2>
      {error !== null && (
        <Notice tone="error" className="mt-2">
          {error instanceof ApiError ? error.message : "The forecast could not be made."}
        </Notice>
      )}
      {!known && (
        <p className="mt-1.5 text-sm text-ink-muted">
          The forecast of cost and time appears here when cases, models and judges are chosen.
        </p>
      )}
      {known && <Numbers forecast={data} budget={budget} />}
    </Card>
  );
}

export function moneySpan(span: Span | null): string {
  if (span === null) return "unknown";
  const [low, high] = [Number(span.low), Number(span.high)];
  return formatMoney(low) === formatMoney(high) ? formatMoney(high) : `${formatMoney(low)}–${formatMoney(high)}`;
}

export function timeSpan({ low, high }: Span): string {
  const [least, most] = [roughly(Number(low)), roughly(Number(high))];
  return least === most ? most : `${least} to ${most.replace("about ", "")}`;
}

/** "Up to 10 iterations for $1.20–$2.00, about 3 min to 5 min" */
export function totalWords({ iterations, total }: PlanForecast): string {
  return (
    `Up to ${countOf(Number(iterations.high), "iteration")}: ` +
    `${total.usd ? `about ${moneySpan(total.usd)}` : "cost unknown"}, ${timeSpan(total.seconds)}`
  );
}

function Numbers({ forecast, budget }: { forecast: PlanForecast; budget: number }) {
  const { iteration, total } = forecast;
  const beyond = total.usd !== null && Number(total.usd.high) > budget;
  return (
    <>
      <p aria-live="polite" className="mt-1 text-lg leading-7 font-semibold text-ink">
        {total.usd ? moneySpan(total.usd) : "Cost unknown"}
      </p>
      <p className="text-xs text-ink-muted">
        for up to {countOf(Number(forecast.iterations.high), "iteration")}, {timeSpan(total.seconds)}
      </p>
      <dl className="mt-3 flex flex-col gap-1.5 text-sm">
        <FactLine name="One iteration">{moneySpan(iteration.usd)}</FactLine>
        {total.worst_usd !== null && <FactLine name="Worst case">{formatMoney(Number(total.worst_usd))}</FactLine>}
        <FactLine name="Answers">
          {countOf(forecast.configurations, "configuration")} × {countOf(forecast.cases, "case")}
        </FactLine>
        <FactLine name="Calls of models">{iteration.calls.toLocaleString("en")}</FactLine>
        <FactLine name="Calls of judges">{iteration.judge_calls.toLocaleString("en")}</FactLine>
        <FactLine name="Tokens">up to {formatTokens(Number(total.tokens.high))}</FactLine>
      </dl>
      {forecast.unknown_prices.length > 0 && (
        <p className="mt-3 flex items-start gap-1.5 text-xs text-warning">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" /> No price is known for{" "}
          {forecast.unknown_prices.join(", ")}.
        </p>
      )}
      {beyond && (
        <p className="mt-3 flex items-start gap-1.5 text-xs text-warning">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" /> More than the budget of{" "}
          {formatMoney(budget)}: the experiment may stop at the budget before all iterations are done.
        </p>
      )}
      <p className="mt-3 text-xs text-ink-subtle">
        {forecast.basis} In the worst case every answer has the maximum length; the experiment stops at its budget.
      </p>
    </>
  );
}
