import { Link } from "@tanstack/react-router";
import type { RunCard } from "@/api/types";
import { valueText } from "@/shared/charts/estimateText";
import { Sparkline } from "@/shared/charts/Sparkline";
import { metricScale } from "@/shared/metrics/metricFigures";
import type { RunFilter } from "../api";
import { type ScoreTrend, scoreTrends } from "./scoreTrends";

const MOST = 4;

interface ScoreTrendsProps {
  project: string;
  runs: readonly RunCard[];
  filter: RunFilter;
}

/** The score of each prompt over the runs in sight; a click shows the runs of that prompt. */
export function ScoreTrends({ project, runs, filter }: ScoreTrendsProps) {
  const trends = scoreTrends(runs, filter.metric ?? null).slice(0, MOST);
  if (trends.length === 0) return null;
  return (
    <section aria-label="Score by prompt" className="mb-4">
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {trends.map((trend) => (
          <li key={trend.prompt} className="min-w-0">
            <TrendCard project={project} trend={trend} filter={filter} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TrendCard({ project: slug, trend, filter }: { project: string; trend: ScoreTrend; filter: RunFilter }) {
  const { prompt, name, model, metric, points } = trend;
  const scale = metricScale(metric);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const words = `${metric.key} from ${valueText(scale, first.value)} in run #${first.run} to ${valueText(scale, last.value)} in run #${last.run}`;
  return (
    <Link
      to="/projects/$slug/runs"
      params={{ slug }}
      search={{ ...filter, prompt }}
      title={`${name}, ${model}: ${words}`}
      className="flex items-center gap-3 rounded-lg border border-line bg-raised px-3 py-2 hover:bg-surface-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium text-ink">{name}</span>
        <span className="block truncate text-xs text-ink-subtle">
          {metric.key} · {model}
        </span>
      </span>
      <Sparkline values={points.map(({ value }) => value)} label={words} />
      <span className="text-sm font-medium whitespace-nowrap text-ink tabular-nums">
        {valueText(scale, last.value)}
      </span>
    </Link>
  );
}
