import { Coins } from "lucide-react";
import type { RunProspect } from "@/api/types";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";
import { roughly } from "../runPhrasing";

interface ScorersForecastProps {
  prospect: RunProspect | null;
  stale: boolean;
  /** What can be told before the server has said more. */
  calls: number;
}

/** Calls, money and time of scoring, before anything is paid. */
export function ScorersForecast({ prospect, stale, calls }: ScorersForecastProps) {
  const forecast = prospect?.forecast ?? null;
  const money = forecast?.money ?? null;
  const asked = forecast ? forecast.calls + forecast.judge_calls : calls;
  return (
    <>
      <p
        role="status"
        aria-label="Forecast"
        className={cx(
          "flex min-h-9 flex-wrap items-center gap-x-1.5 rounded-md",
          "bg-surface px-3 py-2 text-sm transition-opacity duration-150",
          stale && "opacity-60",
        )}
      >
        <Coins aria-hidden className="size-4 text-ink-subtle" />
        {asked === 0 && !forecast ? (
          <span className="text-ink-muted">The forecast of calls and cost appears here when you choose a judge.</span>
        ) : (
          <>
            <span className="font-medium text-ink">{countOf(asked, "judge call")}</span>
            {forecast && (
              <span className="text-ink-muted">
                {money ? `about ${formatMoney(readMoney(money.likely_usd))}` : "cost unknown"}
                {forecast.simulated && " simulated"}, {roughly(forecast.seconds)}
              </span>
            )}
            {money && (
              <span className="text-xs text-ink-subtle">
                likely between {formatMoney(readMoney(money.low_usd))} and {formatMoney(readMoney(money.high_usd))}
              </span>
            )}
          </>
        )}
      </p>
      {[...new Set((prospect?.problems ?? []).map(({ message }) => message))].map((message) => (
        <Notice key={message} tone="warning">
          {message}
        </Notice>
      ))}
    </>
  );
}
