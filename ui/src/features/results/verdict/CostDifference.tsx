import { useQuery } from "@tanstack/react-query";
import type { Verdict } from "@/api/types";
import { reportQuery } from "@/features/runs";
import { formatLatency, formatMoney, readMoney } from "@/shared/format/quantities";
import { type MoneyKind, moneyOf, SimulatedMark } from "@/shared/ui/SimulatedMark";
import type { WantedVerdict } from "../api";
import { timesText } from "./amountDifference";

interface CostDifferenceProps {
  project: string;
  wanted: WantedVerdict;
  verdict: Pick<Verdict, "cost" | "latency">;
}

/** What the change costs, in money and in waiting. */
export function CostDifference({ project, wanted, verdict: { cost, latency } }: CostDifferenceProps) {
  const [before, after] = [readMoney(cost.other_usd), readMoney(cost.this_usd)];
  const { other_ms: slow, this_ms: now } = latency;
  const moneyBefore = useColumnMoney(project, wanted.other, wanted.otherColumn);
  const moneyAfter = useColumnMoney(project, wanted.run, wanted.column);
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <span>
        <span className="text-ink-subtle">Cost with judges</span>{" "}
        <span className="text-ink">
          {formatMoney(before)}
          {moneyBefore !== moneyAfter && <SimulatedMark money={moneyBefore} />} → {formatMoney(after)}
          <SimulatedMark money={moneyAfter} />
        </span>
        {before !== null && after !== null && timesText(before, after, "more expensive", "cheaper")}
      </span>
      {slow !== null && now !== null && (
        <span>
          <span className="text-ink-subtle">Mean latency</span>{" "}
          <span className="text-ink">
            {formatLatency(slow)} → {formatLatency(now)}
          </span>
          {timesText(slow, now, "slower", "faster")}
        </span>
      )}
    </li>
  );
}

function useColumnMoney(project: string, run: string, column: number): MoneyKind {
  const { data } = useQuery(reportQuery(project, run));
  return moneyOf(data?.plan.columns[column]?.provider ?? "");
}
