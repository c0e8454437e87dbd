import { TriangleAlert } from "lucide-react";
import { Popover } from "radix-ui";
import type { RunReach } from "@/api/types";
import { forecastWords, type RunProblem } from "@/features/runs";
import { distanceText } from "@/shared/charts/estimateText";
import { countOf, formatMoney, readMoney } from "@/shared/format/quantities";
import { metricScale } from "@/shared/metrics/metricFigures";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";
import type { Forecasted } from "./useRunForecast";

/** "240 calls, about $0.31, about 40 s", and what one should know before. */
export function ForecastText({
  forecast: { prospect, stale },
  budgetUsd,
  targets,
}: {
  forecast: Forecasted;
  budgetUsd: string;
  targets: number;
}) {
  const forecast = prospect?.forecast ?? null;
  const worst = forecast?.money ? readMoney(forecast.money.worst_usd) : null;
  const tight = budgetUsd.trim() !== "" && worst !== null && worst > Number(budgetUsd);
  const warnings: RunProblem[] = [
    ...(prospect?.warnings ?? []),
    ...(tight
      ? [
          {
            field: "budget_usd",
            message: `The worst case, ${formatMoney(worst)}, exceeds the budget: the run would pause at the budget`,
          },
        ]
      : []),
  ];
  const problems = prospect?.problems ?? [];
  const text =
    targets === 0
      ? "Add a model first"
      : forecast && forecast.calls > 0
        ? `${forecastWords(forecast)}${reachWords(prospect?.reach ?? null)}`
        : prospect
          ? ""
          : stale
            ? "Forecast…"
            : "";
  return (
    <div className="flex min-w-0 items-center gap-2">
      {text && (
        <Tooltip
          text={
            forecast?.money
              ? `Likely between ${formatMoney(readMoney(forecast.money.low_usd))} and ` +
                `${formatMoney(readMoney(forecast.money.high_usd))}; at worst ${formatMoney(worst)}. ${forecast.basis}` +
                (prospect?.reach ? ` ${prospect.reach.sentence} ${prospect.reach.basis}` : "")
              : "Forecast of the next run"
          }
        >
          <p
            role="status"
            aria-label="Forecast"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tip has to be reachable by keyboard
            tabIndex={0}
            className={cx(
              "min-w-0 truncate rounded text-sm transition-colors duration-150",
              stale ? "text-ink-subtle" : "text-ink-muted",
            )}
          >
            {text}
          </p>
        </Tooltip>
      )}
      {problems.length > 0 && (
        <Notes
          tone="text-error"
          label={countOf(problems.length, "problem")}
          title="Fix before the run can start"
          notes={problems}
        />
      )}
      {problems.length === 0 && warnings.length > 0 && (
        <Notes tone="text-warning" label={countOf(warnings.length, "warning")} title="Good to know" notes={warnings} />
      )}
    </div>
  );
}

/** ", detects differences of 0.06 or more": the smallest that the run finds with a chance of 80%. */
function reachWords(reach: RunReach | null): string {
  if (reach === null || reach.detectable === null) return "";
  return `, detects differences of ${distanceText(metricScale(reach.metric), reach.detectable)} or more`;
}

function Notes({
  tone,
  label,
  title,
  notes,
}: {
  tone: string;
  label: string;
  title: string;
  notes: readonly RunProblem[];
}) {
  return (
    <Popover.Root>
      <Popover.Trigger
        className={cx(
          "inline-flex h-7 shrink-0 items-center gap-1 rounded-md px-1.5 text-xs font-medium",
          "hover:bg-surface-hover [&_svg]:size-3.5",
          tone,
        )}
      >
        <TriangleAlert aria-hidden /> {label}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={title}
          sideOffset={6}
          collisionPadding={8}
          className={cx(
            "z-30 w-80 max-w-[calc(100vw-1rem)] animate-pop-in rounded-lg bg-raised p-4 shadow-float",
            "focus:outline-none",
          )}
        >
          <h2 className="text-sm font-semibold text-ink">{title}</h2>
          <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-4 text-sm text-ink-muted">
            {notes.map(({ field, message }) => (
              <li key={`${field} ${message}`}>{message}</li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
