/** What stands around every chart: its name, its legend, and the table of the same numbers one press away. */
import { ChartNoAxesColumn, Table2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { IconButton } from "@/shared/ui/IconButton";
import { COLOURS, fullTime, type Series } from "./chartSeries";
import type { TimeChartProps } from "./TimeChart";

const TimeChart = lazy(() => import("./TimeChart"));

interface ChartFrameProps extends TimeChartProps {
  title: string;
  /** The gist, for those who do not see the drawing. */
  summary: string;
  /** A remark that keeps the numbers honest, such as what is not in them. */
  note?: ReactNode;
  /** What to say when there is nothing to draw. */
  nothing: string;
  /** Stands in place of the title, such as a choice between charts. The title is still said to screen readers. */
  head?: ReactNode;
}

export function ChartFrame({ title, summary, note, nothing, head, ...chart }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  // An axis without a line says less than a sentence.
  const empty = !chart.points.some(({ values }) => chart.series.some(({ key }) => values[key]));
  return (
    <figure className="min-w-0">
      <figcaption className="flex min-h-8 flex-wrap items-center gap-x-3">
        {head}
        <span className={head ? "sr-only" : "text-sm font-medium"}>{title}</span>
        {chart.series.length > 1 && <ChartLegend series={chart.series} />}
        {!empty && (
          <IconButton
            label={asTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
            aria-pressed={asTable}
            className="ml-auto size-7"
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartNoAxesColumn aria-hidden /> : <Table2 aria-hidden />}
          </IconButton>
        )}
      </figcaption>
      {empty ? (
        <p className="flex h-36 items-center justify-center rounded-md bg-surface text-sm text-ink-subtle">{nothing}</p>
      ) : asTable ? (
        <ChartTable title={title} {...chart} />
      ) : (
        <div role="img" aria-label={`${title}. ${summary}`} className="h-36">
          <Suspense fallback={<div className="skeleton h-full" />}>
            <TimeChart {...chart} />
          </Suspense>
        </div>
      )}
      {note && <p className="mt-1 text-xs text-ink-subtle">{note}</p>}
    </figure>
  );
}

function ChartLegend({ series }: { series: readonly Series[] }) {
  return (
    <span className="flex gap-3 text-xs text-ink-muted">
      {series.map(({ key, label, colour, dashed }) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <svg aria-hidden width="14" height="4" viewBox="0 0 14 4">
            <line
              x1="0"
              y1="2"
              x2="14"
              y2="2"
              stroke={COLOURS[colour]}
              strokeWidth="2"
              {...(dashed ? { strokeDasharray: "4 3" } : {})}
            />
          </svg>
          {label}
        </span>
      ))}
    </span>
  );
}

function ChartTable({ title, points, series, step, format }: { title: string } & TimeChartProps) {
  const rows = points.filter(({ values }) => series.some(({ key }) => (values[key] ?? null) !== null)).toReversed();
  return (
    <div
      role="region"
      aria-label={`${title}, table`}
      /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
         a region that scrolls has to be reachable by keyboard */
      tabIndex={0}
      className="h-36 overflow-y-auto rounded-md border border-line"
    >
      <table className="w-full text-xs">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-surface text-ink-muted">
          <tr>
            <th scope="col" className="h-7 px-2.5 text-left font-medium">
              {step === "hour" ? "Hour" : "Day"}
            </th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col" className="px-2.5 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, values }) => (
            <tr key={at} className="border-t border-line">
              <th scope="row" className="h-7 px-2.5 text-left font-normal text-ink-muted">
                {fullTime(at, step)}
              </th>
              {series.map(({ key }) => {
                const value = values[key] ?? null;
                return (
                  <td key={key} className="px-2.5 text-right">
                    {value === null ? "–" : format(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
