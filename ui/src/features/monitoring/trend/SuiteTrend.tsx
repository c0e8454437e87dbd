import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/shared/ui/ErrorState";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { monitorListQuery, type TrendRange, trendQuery } from "../api";
import type { Monitor } from "../types";
import { ChangeList } from "./ChangeList";
import { MOST_LINES, type TrendLine } from "./trendSeries";
import type { MetricName } from "./trendMetrics";
import { TrendControls } from "./TrendControls";
import { TrendFigure } from "./TrendFigure";
import { EACH, TOGETHER } from "./trendViews";

/** How the results of a suite went over time, and whether that is usual. */
export function SuiteTrend({ project, suite }: { project: string; suite: string }) {
  const [metric, setMetric] = useState<MetricName>("score");
  const [range, setRange] = useState<TrendRange>("30d");
  const [view, setView] = useState<string>(TOGETHER);
  const found = useQuery(trendQuery(project, suite, range, view === TOGETHER || view === EACH ? null : view));
  const monitors = useInfiniteQuery(monitorListQuery(project, suite));
  const targets = (found.data?.targets ?? []).filter(({ key }) => key !== TOGETHER);
  const compared = view === EACH ? targets.filter(({ current }) => current).slice(0, MOST_LINES) : [];
  const others = useQueries({ queries: compared.map(({ key }) => trendQuery(project, suite, range, key)) });

  if (found.isPending)
    return (
      <div className="rounded-lg border border-line bg-raised px-5 py-4">
        <BlockSkeleton lines={9} label="Loading the trend" />
      </div>
    );
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const trend = found.data;
  const label = view === TOGETHER ? "All targets" : (targets.find(({ key }) => key === view)?.label ?? "");
  const lines: TrendLine[] =
    view === EACH
      ? compared.map(({ key, label: name }, index) => ({ key, label: name, points: others[index]?.data?.points ?? [] }))
      : [{ key: view, label, points: trend.points }];
  return (
    <div className="flex flex-col gap-4">
      <section aria-label="Trend" className="rounded-lg border border-line bg-raised px-5 py-4">
        <TrendControls
          metric={metric}
          onMetric={setMetric}
          range={range}
          onRange={setRange}
          view={view}
          onView={setView}
          targets={targets}
        />
        <TrendFigure
          project={project}
          metric={metric}
          range={range}
          trend={{ ...trend, targets }}
          lines={lines}
          view={view}
          limit={limitOf(monitors.data?.pages.flatMap(({ items }) => items) ?? [])}
        />
      </section>
      {trend.annotations.length > 0 && <ChangeList annotations={trend.annotations} />}
    </div>
  );
}

/** The strictest of all monitors of the suite that are on. */
function limitOf(monitors: readonly Monitor[]): number | null {
  const limits = monitors.flatMap(({ enabled, rules }) =>
    enabled && rules.threshold_score !== null ? [rules.threshold_score] : [],
  );
  return limits.length === 0 ? null : Math.max(...limits);
}
