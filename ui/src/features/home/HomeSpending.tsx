import { Link } from "@tanstack/react-router";
import type { Project, ProjectHome } from "@/api/types";
import { may } from "@/features/people/projects";
import { formatMoney, formatPercent, readMoney } from "@/shared/format/quantities";
import { cx } from "@/shared/ui/cx";
import { SimulatedMark } from "@/shared/ui/SimulatedMark";
import { HomeCard, homeLink } from "./HomeCard";

/** The money of this month against its limit. */
export function HomeSpending({ project, home: { spending, budget } }: { project: Project; home: ProjectHome }) {
  const { slug } = project;
  const spent = readMoney(spending.spent_usd) ?? 0;
  const limit = readMoney(spending.limit_usd);
  const simulated = readMoney(budget.simulated?.settled_usd ?? null) ?? 0;
  const share = limit ? Math.min(1, spent / limit) : 0;
  return (
    <HomeCard
      title="Spending this month"
      link={
        <Link to="/projects/$slug/reports" params={{ slug }} search={{}} className={homeLink}>
          Reports
        </Link>
      }
    >
      <div className="flex flex-col gap-2 px-4 pb-4">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="text-xl font-semibold text-ink tabular-nums">{formatMoney(spent)}</span>
          <span className="text-sm text-ink-muted">
            {limit === null ? "no monthly limit" : `of ${formatMoney(limit)} (${formatPercent(spent / (limit || 1))})`}
          </span>
        </p>
        {limit !== null && (
          <div
            role="meter"
            aria-label="Share of the monthly limit"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(share * 100)}
            className="h-1.5 w-full overflow-hidden rounded-full bg-surface-hover"
          >
            <span
              className={cx(
                "block h-full",
                share >= 1 ? "bg-error-mark" : share >= budget.alert_share ? "bg-warning-mark" : "bg-accent-mark",
              )}
              style={{ width: `${share * 100}%` }}
            />
          </div>
        )}
        {simulated > 0 && (
          <p className="text-sm text-ink-muted tabular-nums">
            {formatMoney(simulated)}
            <SimulatedMark money="simulated" />
          </p>
        )}
        {limit === null && may(project, "manage_settings") && project.archived_at === null && (
          <Link to="/projects/$slug/settings/general" params={{ slug }} className={homeLink}>
            Set a limit
          </Link>
        )}
        {spending.projected && (
          <p className="text-xs text-ink-subtle">
            Projected for the month: {formatMoney(readMoney(spending.projected.value_usd))}
          </p>
        )}
      </div>
    </HomeCard>
  );
}
