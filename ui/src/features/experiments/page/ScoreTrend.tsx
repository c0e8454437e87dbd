import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Figure } from "@/shared/charts/Figure";
import { estimateText, rangeText, type Scale, scaleOf, valueText } from "@/shared/charts/estimateText";
import { TrendChart } from "@/shared/charts/TrendChart";
import { BlockSkeleton } from "@/shared/ui/Skeleton";
import { Tooltip } from "@/shared/ui/Tooltip";
import { allIterationsQuery } from "../api";
import type { Estimate, Experiment, IterationCard } from "../types";

type Scored = IterationCard & { composite: Estimate };

/**
 * The score from iteration to iteration with its whiskers; the champion stands out,
 * and each point leads to its iteration.
 */
export function ScoreTrend({ project, experiment }: { project: string; experiment: Experiment }) {
  const found = useQuery(allIterationsQuery(project, experiment.id));
  const scale = scaleOf(experiment.scale);
  const scored = (found.data?.items ?? [])
    .filter((one): one is Scored => one.composite !== null)
    .toSorted((one, other) => one.number - other.number);
  const champion = experiment.champion?.iteration ?? null;
  if (found.isPending)
    return (
      <div className="rounded-lg border border-line bg-raised px-5 py-4">
        <BlockSkeleton lines={6} label="Loading the trend" />
      </div>
    );
  return (
    <div className="rounded-lg border border-line bg-raised px-5 py-4">
      <Figure
        title="Score by iteration"
        reading={readingOf(scored, champion, scale)}
        nothing={scored.length === 0 ? "The first point appears when the first iteration is scored." : null}
        table={{
          columns: ["Iteration", "Version", "Score", "95% interval", "Cases", "Verdict"],
          rows: scored.toReversed().map(({ id, number, version, composite, verdict }) => ({
            key: id,
            cells: [
              `${number}${id === champion ? " (best)" : ""}`,
              `v${version.number}`,
              valueText(scale, composite.value),
              rangeText(scale, composite),
              composite.clusters.toLocaleString("en"),
              verdict ? verdict.verdict.replaceAll("_", " ") : "–",
            ],
          })),
        }}
        note={
          "Whiskers: 95% intervals. Each iteration answers the same cases; " +
          "a verdict compares case by case, so it can be significant even where whiskers overlap."
        }
      >
        <TrendChart
          points={scored.map(({ id, number, composite }) => ({
            key: id,
            label: String(number),
            interval: composite,
            current: id === champion,
            ...(id === champion && scored.length > 1 ? { mark: "best" } : {}),
          }))}
          format={(value) => valueText(scale, value)}
          anchor={(point, className) => {
            const one = scored.find(({ id }) => id === point.key);
            const version = one?.version.number ?? "?";
            const said = `Iteration ${point.label}, v${version}: ${estimateText(scale, point.interval)}`;
            return (
              <Tooltip text={said}>
                <Link
                  to="/projects/$slug/experiments/$experiment/iterations/$number"
                  params={{ slug: project, experiment: experiment.id, number: point.label }}
                  aria-label={said}
                  className={className}
                />
              </Tooltip>
            );
          }}
        />
      </Figure>
    </div>
  );
}

/** What the drawing says, in one sentence. */
function readingOf(scored: readonly Scored[], champion: string | null, scale: Scale): string {
  const first = scored[0];
  const best = scored.find(({ id }) => id === champion) ?? first;
  if (!first || !best) return "";
  if (scored.length === 1)
    return `Iteration ${first.number} scores ${estimateText(scale, first.composite)}; the line starts with the next iteration.`;
  if (best === first)
    return (
      `Iteration ${first.number} scored ${estimateText(scale, first.composite)}; ` +
      "no later iteration was found to be better."
    );
  return (
    `From ${estimateText(scale, first.composite)} in iteration ${first.number} to ` +
    `${estimateText(scale, best.composite)} in iteration ${best.number}, the best so far.`
  );
}
