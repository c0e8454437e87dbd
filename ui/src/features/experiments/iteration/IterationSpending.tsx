import type { ReactNode } from "react";
import { duration, roughly, useSecondsSince } from "@/features/runs";
import { formatMoney, formatPercent, formatTokens, readMoney } from "@/shared/format/quantities";
import { ShareBar } from "../page/ExperimentKeyFigures";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { isMoving } from "../experimentStates";
import type { Experiment, Iteration } from "../types";

/** What it has cost and taken, and what is still to come. */
export function IterationSpending({
  experiment,
  iteration,
  readAt,
}: {
  experiment: Experiment;
  iteration: Iteration;
  readAt: number;
}) {
  const { balance } = experiment;
  const moving = isMoving(iteration.state);
  const since = useSecondsSince(readAt, moving);
  const spent = readMoney(balance.spent_usd) ?? 0;
  const limit = readMoney(balance.limit_usd);
  return (
    <section aria-label="Spend and time" className="min-w-0 rounded-lg border border-line bg-raised px-5 py-4">
      <h2 className="sr-only">Spend and time</h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
        <SpendingFact name="Cost so far">
          {formatMoney(readMoney(iteration.cost_usd))}
          <SimulatedMark money={experiment.money} />
        </SpendingFact>
        <SpendingFact name="Tokens used">{formatTokens(iteration.tokens)}</SpendingFact>
        <SpendingFact name="Elapsed time">
          {iteration.elapsed_s === null ? "–" : duration(iteration.elapsed_s + since)}
        </SpendingFact>
        <SpendingFact name="Estimated completion">
          {moving
            ? iteration.eta_s === null
              ? "not known yet"
              : `in ${roughly(iteration.eta_s)}`
            : iteration.state === "paused"
              ? "paused"
              : "–"}
        </SpendingFact>
      </dl>
      <div className="mt-4 border-t border-line pt-3 text-xs text-ink-muted">
        <p className="flex justify-between gap-3">
          <span>Experiment budget</span>
          <span className="text-ink">
            {formatMoney(spent)}
            <SimulatedMark money={experiment.money} />
            {limit !== null && ` of ${formatMoney(limit)} (${percentText(spent, limit)})`}
          </span>
        </p>
        {limit !== null && (
          <ShareBar
            label="Budget used"
            share={limit > 0 ? spent / limit : 0}
            near={spent >= limit * balance.alert_share}
          />
        )}
        {balance.limit_tokens !== null && (
          <div className="mt-2">
            <p className="flex justify-between gap-3">
              <span>Token limit</span>
              <span className="text-ink">
                {formatTokens(balance.tokens)} of {formatTokens(balance.limit_tokens)} (
                {percentText(balance.tokens, balance.limit_tokens)})
              </span>
            </p>
            <ShareBar
              label="Tokens used"
              share={balance.limit_tokens > 0 ? balance.tokens / balance.limit_tokens : 0}
              near={balance.tokens >= balance.limit_tokens * balance.alert_share}
            />
          </div>
        )}
      </div>
    </section>
  );
}

function percentText(part: number, whole: number): string {
  const share = whole > 0 ? part / whole : 0;
  return share < 0.1 && share > 0 ? `${(share * 100).toFixed(1)}%` : formatPercent(share);
}

function SpendingFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-subtle">{name}</dt>
      <dd className="mt-0.5 text-lg font-semibold text-ink">{children}</dd>
    </div>
  );
}
