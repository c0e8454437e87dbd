import { Play } from "lucide-react";
import type { ReactNode } from "react";
import type { BatchOffer, RunForecast, RunReach } from "@/api/types";
import { countOf, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { Button } from "@/shared/ui/Button";
import { Card } from "@/shared/ui/Card";
import { cx } from "@/shared/ui/cx";
import { Kbd } from "@/shared/ui/Kbd";
import { Notice } from "@/shared/ui/Notice";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { RunProblemList } from "./RunProblemList";
import { roughly } from "../runPhrasing";
import { DetectableDifference } from "./DetectableDifference";
import { DeliveryChoice } from "./DeliveryChoice";
import type { RunForm, RunProblem } from "./runForm";

interface ForecastPanelProps {
  forecast: RunForecast | null;
  reach: RunReach | null;
  /** The smallest difference that matters, from 0 to 1. */
  minimum: number;
  onMinimum: (minimum: number | undefined) => void;
  /** A newer one is on its way. */
  stale: boolean;
  failed: Error | null;
  problems: readonly RunProblem[];
  /** What does not stop it. */
  warnings: readonly RunProblem[];
  form: RunForm;
  /** The same run in batches; null: not every target can be called in one. */
  offer: BatchOffer | null;
  onChange: (part: Partial<RunForm>) => void;
  starting: boolean;
}

/** The forecast beside the button that starts the run. On narrow screens it stays at the bottom. */
export function ForecastPanel({
  forecast,
  reach,
  minimum,
  onMinimum,
  stale,
  failed,
  problems,
  warnings,
  form,
  offer,
  onChange,
  starting,
}: ForecastPanelProps) {
  const ready = problems.length === 0 && forecast !== null;
  const money = form.delivery === "batch" && offer ? offer.money : forecast?.money;
  const worst = money ? readMoney(money.worst_usd) : null;
  const budgetUsd = form.budgetUsd.trim() === "" ? null : Number(form.budgetUsd);
  const tight = ready && budgetUsd !== null && worst !== null && worst > budgetUsd;
  return (
    <>
      <Card aria-label="Forecast" className="xl:sticky xl:top-16">
        <div className={cx("px-5 pt-4 pb-4 transition-opacity duration-150", stale && "opacity-60")}>
          <h2 className="mb-3 text-base font-semibold text-ink">Forecast</h2>
          {failed && (
            <Notice tone="error" className="mb-3">
              {failed instanceof ApiError ? failed.message : "The forecast could not be made."}
            </Notice>
          )}
          {forecast && forecast.calls > 0 ? (
            <ForecastNumbers forecast={forecast} />
          ) : (
            <p className="text-sm text-ink-muted">
              The forecast of calls, cost and time appears here when you choose a prompt and a model.
            </p>
          )}
          {forecast && forecast.calls > 0 && (
            <DeliveryChoice form={form} forecast={forecast} offer={offer} problems={problems} onChange={onChange} />
          )}
          {forecast && forecast.calls > 0 && (
            <DetectableDifference
              reach={reach}
              minimum={minimum}
              simulated={forecast.simulated}
              onMinimum={onMinimum}
            />
          )}
          {tight && (
            <Notice tone="info" className="mt-3">
              The worst case exceeds the budget. The run would pause at the budget and keep all finished cells.
            </Notice>
          )}
          {problems.length > 0 && <RunProblemList title="Fix before the run can start" problems={problems} />}
          {warnings.length > 0 && <RunProblemList title="Good to know" problems={warnings} />}
        </div>
        <div className="hidden border-t border-line px-5 py-4 xl:block">
          <StartRunButton starting={starting} wide />
        </div>
      </Card>
      <div
        className={cx(
          "fixed inset-x-0 bottom-0 z-20 flex items-center gap-3 border-t border-line bg-raised px-4 py-3",
          "md:left-14 xl:hidden",
        )}
      >
        <p role="status" className={cx("min-w-0 flex-1 text-sm text-ink", stale && "opacity-60")}>
          {forecast && forecast.calls > 0 ? forecastWords(forecast) : "Choose a prompt and a model"}
        </p>
        <StartRunButton starting={starting} />
      </div>
    </>
  );
}

/** "240 calls, about $0.31, about 40 s" */
export function forecastWords(forecast: RunForecast): string {
  const calls = countOf(forecast.calls + forecast.judge_calls, "call");
  const money = forecast.money
    ? `about ${formatMoney(readMoney(forecast.money.likely_usd))}${forecast.simulated ? " simulated" : ""}`
    : "cost unknown";
  return `${calls}, ${money}, ${roughly(forecast.seconds)}`;
}

function StartRunButton({ starting, wide = false }: { starting: boolean; wide?: boolean }) {
  return (
    <Button
      type="submit"
      loading={starting}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      className={wide ? "w-full" : ""}
    >
      {!starting && <Play aria-hidden />} Run
      {wide && (
        <span aria-hidden className="ml-1 hidden opacity-80 sm:inline">
          <Kbd>Ctrl ↵</Kbd>
        </span>
      )}
    </Button>
  );
}

export function ForecastNumbers({ forecast }: { forecast: RunForecast }) {
  const { money } = forecast;
  const calls = forecast.calls + forecast.judge_calls;
  const mark = <SimulatedMark money={forecast.simulated ? "simulated" : "real"} />;
  return (
    <>
      <p aria-live="polite" className="text-lg leading-7 font-semibold text-ink">
        {countOf(calls, "call")}, {money ? <>about {formatMoney(readMoney(money.likely_usd))}</> : "cost unknown"}
        {forecast.simulated && <> simulated</>}, <span className="whitespace-nowrap">{roughly(forecast.seconds)}</span>
      </p>
      <dl className="mt-3 flex flex-col gap-1.5 text-sm">
        <ForecastLine name="Cells">{forecast.cells.toLocaleString("en")}</ForecastLine>
        {forecast.judge_calls > 0 && (
          <ForecastLine name="Calls of graders">{forecast.judge_calls.toLocaleString("en")}</ForecastLine>
        )}
        <ForecastLine name="Tokens">
          {formatTokens(forecast.prompt_tokens)} in, {formatTokens(forecast.answer_tokens)} out
        </ForecastLine>
        {forecast.cached_tokens > 0 && (
          <ForecastLine name="From the provider's cache">
            {formatTokens(forecast.cached_tokens)} in, saves about {formatMoney(readMoney(forecast.cache_saving_usd))}
          </ForecastLine>
        )}
        {money && (
          <ForecastLine name="Likely between">
            {formatMoney(readMoney(money.low_usd))} and {formatMoney(readMoney(money.high_usd))}
            {mark}
          </ForecastLine>
        )}
        {money && (
          <ForecastLine name="Worst case, reserved">
            {formatMoney(readMoney(money.worst_usd))}
            {mark}
          </ForecastLine>
        )}
      </dl>
      <p className="mt-2 text-xs text-ink-muted">{forecast.basis}</p>
    </>
  );
}

export function ForecastLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="text-right text-ink">{children}</dd>
    </div>
  );
}
