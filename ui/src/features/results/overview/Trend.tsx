import { Link } from "@tanstack/react-router";
import type { Results } from "@/api/types";
import { Figure } from "@/shared/charts/Figure";
import { estimateText, rangeText, type Scale, valueText } from "@/shared/charts/reading";
import { TrendChart } from "@/shared/charts/TrendChart";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Tooltip } from "@/shared/ui/Tooltip";
import { nameOf } from "../columns";
import { trendOf, trendReading } from "./figures";

/** The score from run to run, each with its whiskers; a point leads to its run. */
export function Trend({ project, results, scale }: { project: string; results: Results; scale: Scale }) {
  const { run, base, columns } = results;
  const trend = trendOf(results);
  const words = (number: number, at: (typeof trend)[number]["composite"]) =>
    `Run #${number}: ${estimateText(scale, at)}`;
  const where = columns.length > 1 ? `${nameOf(base, columns)}, and the same place in earlier runs. ` : "";
  return (
    <Figure
      title="Score from run to run"
      reading={trendReading({ run, trend }, scale)}
      nothing={trend.length < 2 ? "The line begins with the second run of this prompt on these cases." : null}
      table={{
        columns: ["Run", "Score", "95% interval", "Cases", "Started"],
        rows: trend.toReversed().map(({ run: id, number, composite, created_at: at }) => ({
          key: id,
          cells: [
            `#${number}`,
            valueText(scale, composite.value),
            rangeText(scale, composite),
            composite.clusters.toLocaleString("en"),
            <RelativeTime key="at" at={at} />,
          ],
        })),
      }}
      note={`${where}Whiskers: 95% intervals.`}
    >
      <TrendChart
        points={trend.map(({ run: id, number, composite }) => ({
          key: id,
          label: `#${number}`,
          interval: composite,
          current: id === run,
        }))}
        format={(value) => valueText(scale, value)}
        anchor={(point, className) => {
          const said = words(
            Number(point.label.slice(1)),
            trend.find(({ run: id }) => id === point.key)?.composite ?? {
              ...point.interval,
              n: 0,
              clusters: 0,
              method: "",
            },
          );
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
