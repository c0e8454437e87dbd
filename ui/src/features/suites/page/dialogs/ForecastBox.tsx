import { CircleAlert } from "lucide-react";
import { ForecastLine, ForecastNumbers } from "@/features/runs";
import { formatMoney, readMoney } from "@/shared/format/quantities";
import { ApiError } from "@/shared/http/apiError";
import { cx } from "@/shared/ui/cx";
import { Notice } from "@/shared/ui/Notice";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import type { ExecutionForecast, Suite } from "../../types";

interface ForecastBoxProps {
  suite: Suite;
  prospect: ExecutionForecast | undefined;
  pending: boolean;
  stale: boolean;
  error: Error | null;
}

/** The forecast of a suite run, and the rest of the daily limit. */
export function ForecastBox({ suite, prospect, pending, stale, error }: ForecastBoxProps) {
  return (
    <section
      aria-label="Forecast"
      className={cx(
        "mt-4 rounded-md border border-line bg-surface px-4 py-3 transition-opacity duration-150",
        stale && !pending && "opacity-60",
      )}
    >
      {pending && <BlockSkeleton lines={4} label="Loading the forecast" />}
      {error && !prospect && (
        <Notice tone="error">{error instanceof ApiError ? error.message : "The forecast could not be made."}</Notice>
      )}
      {prospect?.forecast && <ForecastNumbers forecast={prospect.forecast} />}
      {prospect && (
        <dl className="mt-3 flex flex-col gap-1.5 border-t border-line pt-3 text-sm">
          {prospect.learned && (
            <ForecastLine name="The last one cost">{formatMoney(readMoney(prospect.expected_usd))}</ForecastLine>
          )}
          <Left name="Left today, this suite" day={prospect.suite_day} limit={suite.daily_limit_usd} />
          <Left name="Left today, the project" day={prospect.project_day} limit={null} />
        </dl>
      )}
      {prospect && prospect.problems.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1.5 border-t border-line pt-3">
          {prospect.problems.map(({ field, message }) => (
            <li key={`${field} ${message}`} className="flex items-start gap-1.5 text-xs text-ink">
              <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warning-mark" /> {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Where nothing was spent yet, all of the limit is left. What somebody set counts, though more was spent before. */
function Left({ name, day, limit }: { name: string; day: ExecutionForecast["suite_day"]; limit: string | null }) {
  const most = limit ?? day?.limit_usd ?? null;
  const left = day ? day.left_usd : limit;
  if (most === null || left === null) return <ForecastLine name={name}>no limit</ForecastLine>;
  const planned = readMoney(day?.planned_usd ?? "0") ?? 0;
  return (
    <ForecastLine name={name}>
      {formatMoney(readMoney(left))}{" "}
      <span className="text-ink-subtle">
        of {formatMoney(readMoney(most))}
        {planned > 0 && `, ${formatMoney(planned)} planned`}
      </span>
    </ForecastLine>
  );
}
