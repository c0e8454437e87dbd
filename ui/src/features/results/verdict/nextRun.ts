/** The run that decides a comparison, in words and as an address. Pure. */
import type { ComparisonResult, NextRun } from "@/api/types";
import type { WantedNextRun } from "@/features/runs";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";

/** Only where more data helps: not where the difference is known to be too small, or errors stand in the way. */
export function canDecide({ verdict, why }: Pick<ComparisonResult, "verdict" | "why">): boolean {
  if (why === "unseen_cases") return true;
  return verdict === "cannot_tell" && (why === "noise" || why === "too_few_cases");
}

/** "Add 180 cases for about $0.40 and decide"; null where there is nothing to run. */
export function decideWords({ step, cases, trials, run }: NextRun): string | null {
  if (!run) return null;
  const { plan, prospect } = run;
  const added =
    plan.trials === trials
      ? countOf(plan.cases - cases, "case")
      : countOf(plan.cases * plan.trials - cases * trials, "trial");
  const money = prospect.forecast?.money;
  const price = money
    ? `for about ${formatMoney(readMoney(money.likely_usd))}${prospect.forecast?.simulated ? " simulated" : ""}`
    : "at an unknown price";
  return `Add ${added} ${price} and ${step === "add" ? "decide" : "try to decide"}`;
}

export function searchOf({ run, other, column, otherColumn, minimum, metric }: WantedNextRun) {
  return {
    from: run,
    against: other,
    ...(column ? { column } : {}),
    ...(otherColumn ? { other_column: otherColumn } : {}),
    minimum,
    ...(metric ? { metric } : {}),
  };
}
