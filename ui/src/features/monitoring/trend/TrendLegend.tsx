import type { ReactNode } from "react";
import { COLOURS, type Series } from "@/shared/charts/chartSeries";

interface TrendLegendProps {
  series: readonly Series[];
  /** What a line is, where there is only one. */
  line: string;
  interval: boolean;
  /** Where the usual range comes from; null: none is drawn. */
  usual: string | null;
  limit: string | null;
  changes: boolean;
  alerts: boolean;
}

/** How to read the drawing, with nothing in it that the drawing does not have. */
export function TrendLegend({ series, line, interval, usual, limit, changes, alerts }: TrendLegendProps) {
  return (
    <ul aria-label="How to read the chart" className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-xs text-ink-muted">
      {series.map(({ key, label, colour, dashed }) => (
        <TrendLegendEntry
          key={key}
          words={series.length > 1 ? label : line}
          drawing={
            <line
              x1="0"
              x2="18"
              y1="6"
              y2="6"
              stroke={COLOURS[colour]}
              strokeWidth="2"
              {...(dashed ? { strokeDasharray: "4 3" } : {})}
            />
          }
        />
      ))}
      {interval && (
        <TrendLegendEntry
          words="95% interval of the true score"
          drawing={<rect width="18" height="12" rx="2" fill={COLOURS[series[0]?.colour ?? 1]} fillOpacity="0.22" />}
        />
      )}
      {usual && (
        <TrendLegendEntry
          words={`usual: ${usual}`}
          drawing={
            <>
              <rect width="18" height="12" rx="2" fill="var(--ink-subtle)" fillOpacity="0.18" />
              <line x1="0" x2="18" y1="6" y2="6" stroke="var(--ink-subtle)" strokeDasharray="4 3" />
            </>
          }
        />
      )}
      {limit && (
        <TrendLegendEntry
          words={limit}
          drawing={
            <line x1="0" x2="18" y1="6" y2="6" stroke="var(--error-mark)" strokeDasharray="2 3" strokeWidth="1.5" />
          }
        />
      )}
      {alerts && (
        <TrendLegendEntry
          words="alert, and how long it was open"
          drawing={
            <>
              <path d="M6 1 L11 8 L1 8 Z" fill="var(--error-mark)" />
              <rect x="1" y="10" width="17" height="2" rx="1" fill="var(--error-mark)" />
            </>
          }
        />
      )}
      {changes && (
        <TrendLegendEntry
          words="a change of the prompt, the cases, the judge or the models"
          drawing={<line x1="9" x2="9" y1="0" y2="12" stroke="var(--lilac)" strokeDasharray="2 2" strokeWidth="1.5" />}
        />
      )}
    </ul>
  );
}

function TrendLegendEntry({ drawing, words }: { drawing: ReactNode; words: string }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <svg aria-hidden width="18" height="12" viewBox="0 0 18 12" className="shrink-0">
        {drawing}
      </svg>
      {words}
    </li>
  );
}
