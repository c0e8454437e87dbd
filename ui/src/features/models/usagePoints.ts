/** Use over time as the charts want it: one point per hour or day, those without calls too. Pure. */
import type { ModelUsage, UsagePeriod } from "@/api/types";
import type { Point } from "@/shared/charts/chartSeries";
import { formatMoney } from "@/shared/format/quantities";

const HOUR_MS = 3_600_000;

/** The server leaves out quiet periods. No calls cost nothing, and took no time at all: a zero, and a gap. */
export function usagePoints(usage: ModelUsage, days: number, now: Date): Point[] {
  const length = usage.step === "hour" ? HOUR_MS : 24 * HOUR_MS;
  const known = new Map(usage.items.map((period) => [new Date(period.start).getTime(), period]));
  const last = Math.floor(now.getTime() / length) * length;
  const count = usage.step === "hour" ? days * 24 : days;
  return Array.from({ length: count }, (_, index) => {
    const start = last - (count - 1 - index) * length;
    return { at: new Date(start).toISOString(), values: valuesOf(known.get(start)) };
  });
}

function valuesOf(period: UsagePeriod | undefined): Point["values"] {
  return {
    p50: period?.latency_p50_ms ?? null,
    p95: period?.latency_p95_ms ?? null,
    cost: period ? Number(period.cost_usd) : 0,
    answered: period ? period.calls - period.failed : 0,
    failed: period?.failed ?? 0,
  };
}

export interface UsageTotals {
  calls: number;
  failed: number;
  reused: number;
  costUnknown: number;
  costUsd: number;
  savedUsd: number;
  tokens: number;
}

export function totalsOf(items: readonly UsagePeriod[]): UsageTotals {
  const totals: UsageTotals = { calls: 0, failed: 0, reused: 0, costUnknown: 0, costUsd: 0, savedUsd: 0, tokens: 0 };
  for (const period of items) {
    totals.calls += period.calls;
    totals.failed += period.failed;
    totals.reused += period.reused;
    totals.costUnknown += period.cost_unknown;
    totals.costUsd += Number(period.cost_usd);
    totals.savedUsd += Number(period.saved_usd);
    totals.tokens += period.prompt_tokens + period.completion_tokens;
  }
  return totals;
}

/** A sum with unknown parts is not a sum: it says so. */
export function costWords({ costUsd, costUnknown }: Pick<UsageTotals, "costUsd" | "costUnknown">): string {
  if (costUnknown === 0) return formatMoney(costUsd);
  return costUsd === 0 ? "cost unknown" : `${formatMoney(costUsd)} and unknown`;
}
