import type { ReactNode } from "react";
import { cx } from "@/shared/ui/cx";
import { around, covering, niceTicks, place, SHARES } from "./axis";
import type { Interval } from "./estimateText";

export interface TrendPoint {
  key: string;
  label: string;
  interval: Interval;
  /** The one this page is about. */
  current: boolean;
  /** Stands out among all: a ring around it and this word above. */
  mark?: string | undefined;
  /** Whether a line may lead to it from the point before; without a word, it does. */
  joined?: boolean;
}

interface TrendChartProps {
  points: readonly TrendPoint[];
  format: (value: number) => string;
  /** What a point leads to, drawn over it: it gets the place and gives the link. */
  anchor: (point: TrendPoint, className: string) => ReactNode;
}

const HEIGHT = 176;

/** A value run by run, with confidence intervals. */
export function TrendChart({ points, format, anchor }: TrendChartProps) {
  const ticks = niceTicks(
    covering(
      points.flatMap(({ interval }) => [interval.low, interval.high]),
      0.05,
      SHARES,
    ),
    4,
  );
  const domain = around(ticks);
  const y = (value: number) => HEIGHT - (place(value, domain) / 100) * HEIGHT;
  const x = (index: number) => ((index + 0.5) / points.length) * 100;
  // Only some names are shown where all of them would overlap.
  const every = Math.ceil(points.length / 12);
  return (
    <div className="flex gap-2 text-2xs text-ink-subtle">
      <div aria-hidden className="relative w-10 shrink-0" style={{ height: HEIGHT }}>
        {ticks.map((tick) => (
          <span key={tick} style={{ top: y(tick) }} className="absolute right-0 -translate-y-1/2">
            {format(tick)}
          </span>
        ))}
      </div>
      <div className="min-w-0 flex-1">
        <div className="relative" style={{ height: HEIGHT }}>
          <svg aria-hidden width="100%" height={HEIGHT} className="absolute inset-0 overflow-visible">
            {ticks.map((tick) => (
              <line key={tick} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
            ))}
            {points.slice(1).map((point, index) => {
              const before = points[index];
              return (
                before &&
                point.joined !== false && (
                  <line
                    key={point.key}
                    data-joins={point.label}
                    x1={`${x(index)}%`}
                    x2={`${x(index + 1)}%`}
                    y1={y(before.interval.value)}
                    y2={y(point.interval.value)}
                    stroke="var(--series-1)"
                    strokeWidth="1.5"
                    strokeOpacity="0.55"
                  />
                )
              );
            })}
            {points.map(({ key, interval: { value, low, high }, current, mark }, index) => (
              <g key={key} stroke="var(--series-1)" strokeWidth="1.5">
                <line x1={`${x(index)}%`} x2={`${x(index)}%`} y1={y(low)} y2={y(high)} />
                <svg x={`${x(index)}%`} overflow="visible">
                  <line x1="-5" x2="5" y1={y(low)} y2={y(low)} />
                  <line x1="-5" x2="5" y1={y(high)} y2={y(high)} />
                  {mark && <circle cx="0" cy={y(value)} r="9" fill="none" strokeOpacity="0.45" />}
                  <circle
                    cx="0"
                    cy={y(value)}
                    r={current ? 6 : 4}
                    fill={current ? "var(--series-1)" : "var(--raised)"}
                  />
                </svg>
              </g>
            ))}
          </svg>
          {points.map(
            ({ key, mark, interval }, index) =>
              mark && (
                <span
                  key={key}
                  aria-hidden
                  style={{ left: `${x(index)}%`, top: Math.max(0, y(interval.high) - 20) }}
                  className={cx(
                    "absolute -translate-x-1/2 rounded bg-accent-soft",
                    "px-1 font-medium whitespace-nowrap text-accent-ink",
                  )}
                >
                  {mark}
                </span>
              ),
          )}
          {points.map((point, index) => (
            <span key={point.key} style={{ left: `${x(index)}%`, top: y(point.interval.value) }} className="absolute">
              {anchor(point, "absolute size-7 -translate-1/2 rounded-full")}
            </span>
          ))}
        </div>
        <div aria-hidden className="relative mt-1 h-4">
          {points.map(
            ({ key, label, current }, index) =>
              (index % every === 0 || current) && (
                <span
                  key={key}
                  style={{ left: `${x(index)}%` }}
                  className={cx("absolute -translate-x-1/2", current && "font-semibold text-ink")}
                >
                  {label}
                </span>
              ),
          )}
        </div>
      </div>
    </div>
  );
}
