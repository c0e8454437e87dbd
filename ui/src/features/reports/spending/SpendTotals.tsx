import { countOf, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { moneyKindOf, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { KeyFigure } from "../KeyFigure";
import { everyDay } from "../period";
import type { Savings, Spending } from "../types";
import { freshTokens, savedText, shareText, usd } from "../reportPhrasing";

interface SpendTotalsProps {
  report: Spending;
  /** Null where it is not known, or not asked for. */
  savings: Savings | null;
}

/** The numbers people look for first. What judges cost stands apart: it is the price of knowing, not of answering. */
export function SpendTotals({ report, savings }: SpendTotalsProps) {
  const { total } = report;
  const [spent, judged, doubt] = [usd(total.cost_usd), usd(report.judge_usd), usd(total.doubt_usd)];
  const overrun = usd(total.overrun_usd);
  const days = everyDay(report).length;
  return (
    <div className={savings ? "mb-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4" : "mb-4 grid gap-3 sm:grid-cols-3"}>
      <KeyFigure
        title="Spent"
        value={formatMoney(spent)}
        beside={
          <>
            in {countOf(days, "day")}
            <SimulatedMark money={moneyKindOf(spent, usd(total.simulated_usd))} />
          </>
        }
        warning={doubt > 0 ? `and up to ${formatMoney(doubt)} in doubt` : null}
        facts={[
          ["Average per day", formatMoney(spent / days)],
          ["Average per call", total.calls === 0 ? "–" : formatMoney(spent / total.calls)],
          ...(overrun > 0 ? [["Overrun: billed beyond reservations", formatMoney(overrun)] as const] : []),
          ...(report.lost
            ? [
                [
                  `${countOf(report.lost.calls, "call")} lost when workers stopped, probably`,
                  formatMoney(usd(report.lost.probable_usd)),
                ] as const,
              ]
            : []),
        ]}
      />
      <KeyFigure
        title="Spent on judging"
        value={formatMoney(judged)}
        beside={spent > 0 ? shareText(judged / spent) : null}
        facts={[["Everything else", formatMoney(Math.max(0, spent - judged))]]}
      />
      <KeyFigure
        title="Tokens"
        value={formatTokens(total.prompt_tokens + total.completion_tokens)}
        beside={`in ${countOf(total.calls, "call")}`}
        warning={total.doubt_tokens > 0 ? `and up to ${formatTokens(total.doubt_tokens)} in doubt` : null}
        facts={[
          ["Prompt", formatTokens(freshTokens(total) + total.cache_write_tokens)],
          ...(total.cache_read_tokens > 0
            ? [["Prompt, from caches", formatTokens(total.cache_read_tokens)] as const]
            : []),
          ["Completion", formatTokens(total.completion_tokens)],
        ]}
      />
      {savings && (
        <KeyFigure
          title="Saved"
          value={savedText(usd(savings.reused_usd) + usd(savings.cached_usd))}
          {...(savings.cached_usd === null ? { beside: "and unknown" } : {})}
          facts={[
            ["Answers used again", formatMoney(usd(savings.reused_usd))],
            ["Prompts from caches", savedText(readMoney(savings.cached_usd))],
          ]}
        />
      )}
    </div>
  );
}
