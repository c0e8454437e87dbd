import { type ReactNode } from "react";
import { cx } from "@/shared/ui/cx";
import { place, SHARES } from "./axis";
import { type Ink, ConfidenceIntervalBar } from "./ConfidenceIntervalBar";
import type { Interval } from "./estimateText";

export interface DotRow {
  key: string;
  label: ReactNode;
  interval: Interval;
  /** The numbers of the drawing, in words. */
  text: string;
  ink?: Ink;
  /** Before the label, such as a rank. */
  lead?: ReactNode;
}

interface DotWhiskerProps {
  rows: readonly DotRow[];
  /** What the marks of the axis say. */
  format: (value: number) => string;
  /** A line through all rows, such as that of no difference. */
  mark?: number | null;
}

/** Several values with their whiskers over one axis: which of them overlap is seen at once. */
export function DotWhisker({ rows, format, mark = null }: DotWhiskerProps) {
  // From one end of the scale to the other, so that bars of all figures can be held beside each other.
  const ticks = [0, 0.5, 1];
  const domain = SHARES;
  return (
    <div
      className={cx(
        "grid grid-cols-[auto_minmax(0,10rem)_minmax(6rem,1fr)_auto] items-center gap-x-3 gap-y-2.5",
        "max-sm:grid-cols-[auto_minmax(0,6rem)_minmax(4rem,1fr)_auto]",
      )}
    >
      {rows.map(({ key, label, lead, interval, text, ink }) => (
        <div key={key} className="contents text-sm">
          <span className="text-ink-muted">{lead}</span>
          <span className="min-w-0 truncate text-ink">{label}</span>
          <ConfidenceIntervalBar interval={interval} domain={domain} mark={mark} {...(ink ? { ink } : {})} />
          <span className="text-right text-xs whitespace-nowrap text-ink-muted">{text}</span>
        </div>
      ))}
      <span aria-hidden className="col-start-3 row-auto relative h-4 text-2xs text-ink-subtle">
        {ticks.map((tick) => (
          <span
            key={tick}
            style={{ left: `${place(tick, domain)}%` }}
            className="absolute -translate-x-1/2 whitespace-nowrap"
          >
            {format(tick)}
          </span>
        ))}
      </span>
    </div>
  );
}
