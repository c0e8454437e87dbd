/**
 * Bars over days with everything that stands around them: what they say in words, what the colours mean,
 * and the table behind them.
 */
import { lazy, type ReactNode, Suspense } from "react";
import { Figure } from "@/shared/charts/Figure";
import { COLOURS, fullTime, type Point, type Series } from "@/shared/charts/chartSeries";

const TimeChart = lazy(() => import("@/shared/charts/TimeChart"));

interface DayBarsProps {
  title: string;
  reading: string;
  series: readonly Series[];
  points: readonly Point[];
  format: (value: number) => string;
  whole?: boolean;
  actions?: ReactNode;
  note?: ReactNode;
  nothing?: string | null;
}

export function DayBars({
  title,
  reading,
  series,
  points,
  format,
  whole = false,
  actions,
  note,
  nothing = null,
}: DayBarsProps) {
  const used = points.filter(({ values }) => series.some(({ key }) => values[key]));
  const several = series.length > 1;
  return (
    <Figure
      title={title}
      reading={reading}
      actions={actions}
      note={note}
      nothing={nothing}
      table={{
        columns: ["Day", ...series.map(({ label }) => label), ...(several ? ["Total"] : [])],
        rows: used.toReversed().map(({ at, values }) => {
          const numbers = series.map(({ key }) => values[key] ?? 0);
          const sum = numbers.reduce((all, one) => all + one, 0);
          return { key: at, cells: [fullTime(at, "day"), ...[...numbers, ...(several ? [sum] : [])].map(format)] };
        }),
      }}
    >
      <div role="img" aria-label={`${title}. ${reading}`} className="h-56">
        <Suspense fallback={<div className="skeleton h-full" />}>
          <TimeChart kind="bar" points={points} series={series} step="day" format={format} whole={whole} total />
        </Suspense>
      </div>
      {several && <SeriesLegend series={series} />}
    </Figure>
  );
}

function SeriesLegend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-muted">
      {series.map(({ key, label, colour }) => (
        <li key={key} className="inline-flex min-w-0 items-center gap-1.5">
          <SeriesDot colour={colour} />
          <span className="truncate">{label}</span>
        </li>
      ))}
    </ul>
  );
}

/** The colour of a part, where its name stands. */
export function SeriesDot({ colour }: { colour: Series["colour"] }) {
  return (
    <span aria-hidden className="inline-block size-2 shrink-0 rounded-full" style={{ background: COLOURS[colour] }} />
  );
}
