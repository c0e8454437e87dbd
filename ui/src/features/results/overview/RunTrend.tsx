import { Link } from "@tanstack/react-router";
import type { Results } from "@/api/types";
import { Figure } from "@/shared/charts/Figure";
import { estimateText, rangeText, type Scale, valueText } from "@/shared/charts/estimateText";
import { TrendChart } from "@/shared/charts/TrendChart";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Tooltip } from "@/shared/ui/Tooltip";
import { trendReading } from "./overviewFigures";

/** The score from run to run, each with its whiskers. Only what can be compared is joined; a point leads to its run. */
export function RunTrend({ project, results, scale }: { project: string; results: Results; scale: Scale }) {
  const { run, trend } = results;
  const words = ({ number, version, model_name: model, composite, breaks }: Results["trend"][number]) =>
    `Run #${number}, ${version === 0 ? "" : `v${version} on `}${model}: ${estimateText(scale, composite)}` +
    (breaks.length > 0 ? `. Not joined to the run before: ${breaks.join("; ")}` : "");
  const broken = trend.filter(({ breaks }) => breaks.length > 0);
  return (
    <Figure
      title="Score from run to run"
      reading={trendReading(results, scale)}
      nothing={trend.length < 2 ? "The line starts with the second run of this prompt on this dataset." : null}
      table={{
        columns: ["Run", "Version", "Model", "Score", "95% interval", "Cases", "Joined to the run before", "Started"],
        rows: trend.toReversed().map((point) => ({
          key: point.run,
          cells: [
            `#${point.number}`,
            point.version === 0 ? "–" : `v${point.version}`,
            point.model_name,
            valueText(scale, point.composite.value),
            rangeText(scale, point.composite),
            point.composite.clusters.toLocaleString("en"),
            point.joined ? "yes" : point.breaks.join("; ") || "first run",
            <RelativeTime key="at" at={point.created_at} />,
          ],
        })),
      }}
      note={
        <>
          <p>Whiskers: 95% intervals. A line joins runs with the same model, metric and cases.</p>
          {broken.length > 0 && (
            <ul aria-label="Breaks of the line" className="mt-1 list-disc pl-4">
              {broken.map(({ run: id, number, breaks }) => (
                <li key={id}>
                  Before run #{number}: {breaks.join("; ")}.
                </li>
              ))}
            </ul>
          )}
        </>
      }
    >
      <TrendChart
        points={trend.map(({ run: id, number, composite, joined }) => ({
          key: id,
          label: `#${number}`,
          interval: composite,
          current: id === run,
          joined,
        }))}
        format={(value) => valueText(scale, value)}
        anchor={(point, className) => {
          const found = trend.find(({ run: id }) => id === point.key);
          const said = found ? words(found) : point.label;
          return (
            <Tooltip text={said}>
              <Link
                to="/projects/$slug/runs/$run/results"
                params={{ slug: project, run: point.key }}
                aria-label={said}
                aria-current={point.current ? "page" : undefined}
                className={className}
              />
            </Tooltip>
          );
        }}
      />
    </Figure>
  );
}
