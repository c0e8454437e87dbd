import { formatLatency, formatMoney, readMoney } from "@/shared/format/quantities";
import type { Verdict } from "@/api/types";
import { timesText } from "./amountDifference";

/** What the change costs, in money and in waiting. */
export function CostDifference({ verdict: { cost, latency } }: { verdict: Pick<Verdict, "cost" | "latency"> }) {
  const [before, after] = [readMoney(cost.other_usd), readMoney(cost.this_usd)];
  const { other_ms: slow, this_ms: now } = latency;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <span>
        <span className="text-ink-subtle">Cost</span>{" "}
        <span className="text-ink">
          {formatMoney(before)} → {formatMoney(after)}
        </span>
        {before !== null && after !== null && timesText(before, after, "more expensive", "cheaper")}
      </span>
      {slow !== null && now !== null && (
        <span>
          <span className="text-ink-subtle">Latency</span>{" "}
          <span className="text-ink">
            {formatLatency(slow)} → {formatLatency(now)}
          </span>
          {timesText(slow, now, "slower", "faster")}
        </span>
      )}
    </li>
  );
}
