/**
 * Values over real time: a line with its interval, the usual range behind it, what was changed above it, alerts on it.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from "react";
import { cx } from "@/shared/ui/cx";
import { around, covering, type Domain, niceTicks, place } from "../axis";
import { ChangeFlags } from "./ChangeFlags";
import { TimelineDrawing } from "./TimelineDrawing";
import type { Change, Limit, Moment, TimelineSeries, Trouble, UsualBand } from "./timelineTypes";
import { across, nearest, spanOf, timeTicks } from "./timeAxis";
import { useWidth } from "./useWidth";

interface TimelineChartProps {
  /** What is drawn, such as "Score over time". */
  title: string;
  moments: readonly Moment[];
  series: readonly TimelineSeries[];
  usual?: UsualBand | null;
  limit?: Limit | null;
  changes?: readonly Change[];
  troubles?: readonly Trouble[];
  format: (value: number) => string;
  /** What the values can be at all. */
  within?: Domain;
  /** Begin at nought, as amounts do. */
  fromZero?: boolean;
  /** What a moment says when it is pointed at. */
  tip: (moment: Moment) => ReactNode;
  /** The same in one sentence. */
  say: (moment: Moment) => string;
  onOpen?: (moment: Moment) => void;
  /** What a moment is. */
  step?: "run" | "day";
}

const HEIGHT = 240;
const TICK_PX = 90;
const TIP_PX = 264;

export function TimelineChart({
  title,
  moments,
  series,
  usual = null,
  limit = null,
  changes = [],
  troubles = [],
  format,
  within,
  fromZero = false,
  tip,
  say,
  onOpen,
  step: unit = "run",
}: TimelineChartProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [spoken, setSpoken] = useState("");
  const id = useId();
  const active = moments.find(({ key }) => key === activeKey) ?? null;
  const span = spanOf(moments.map(({ at }) => at));
  const ticks = niceTicks(domainOf(moments, series, usual, limit, within, fromZero), 5);
  const domain = around(ticks);
  const top = (value: number) => HEIGHT - (place(value, domain) / 100) * HEIGHT;
  const shown = changes.filter(({ at }) => at >= span.from && at <= span.to);

  const point = (event: PointerEvent<HTMLButtonElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const at = span.from + ((event.clientX - left) / width) * (span.to - span.from);
    setActiveKey(nearest(moments, at)?.key ?? null);
  };
  const step = (event: KeyboardEvent<HTMLButtonElement>) => {
    const here = moments.findIndex(({ key }) => key === activeKey);
    const place = {
      ArrowLeft: here < 0 ? moments.length - 1 : here - 1,
      ArrowRight: here + 1,
      Home: 0,
      End: moments.length - 1,
    }[event.key];
    if (event.key === "Escape") setActiveKey(null);
    if (place === undefined) return;
    event.preventDefault();
    const moment = moments[Math.min(moments.length - 1, Math.max(0, place))];
    if (!moment) return;
    setActiveKey(moment.key);
    setSpoken(say(moment));
  };

  return (
    <div className="flex gap-2 text-2xs text-ink-subtle">
      <div aria-hidden className="relative mt-6 w-12 shrink-0" style={{ height: HEIGHT }}>
        {ticks.map((tick) => (
          <span key={tick} style={{ top: top(tick) }} className="absolute right-0 -translate-y-1/2 whitespace-nowrap">
            {format(tick)}
          </span>
        ))}
      </div>
      <div className="min-w-0 flex-1">
        <ChangeFlags changes={shown} span={span} width={width} />
        <div ref={box} className="relative" style={{ height: HEIGHT }}>
          <TimelineDrawing
            width={width}
            height={HEIGHT}
            span={span}
            domain={domain}
            moments={moments}
            series={series}
            usual={usual}
            limit={limit}
            changedAt={shown.map(({ at }) => at)}
            troubles={troubles.filter(({ to }) => to === null || to > span.from)}
            ticks={{ value: ticks, time: timeTicks(span, width / TICK_PX) }}
            active={active}
          />
          <button
            type="button"
            aria-label={
              `${title}: ` +
              `read it ${unit} by ${unit} with the arrow keys${onOpen ? `, open a ${unit} with Enter` : ""}`
            }
            {...(active ? { "aria-describedby": id } : {})}
            onPointerMove={point}
            onPointerLeave={() => setActiveKey(null)}
            onKeyDown={step}
            onBlur={() => setActiveKey(null)}
            onClick={() => active && onOpen?.(active)}
            className="absolute inset-0 cursor-crosshair! rounded"
          />
          {active && (
            <div
              id={id}
              role="tooltip"
              style={tipPlace(across(active.at, span, width), width)}
              className={cx(
                "pointer-events-none absolute top-2 z-10 rounded-lg",
                "bg-raised px-3 py-2.5 text-xs text-ink-muted shadow-float",
              )}
            >
              {tip(active)}
            </div>
          )}
        </div>
        <div aria-hidden className="relative mt-1.5 h-4">
          {timeTicks(span, width / TICK_PX).map(({ at, label }) => (
            <span
              key={at}
              style={{ left: across(at, span, width) }}
              className="absolute -translate-x-1/2 whitespace-nowrap"
            >
              {label}
            </span>
          ))}
        </div>
        <span role="status" className="sr-only">
          {spoken}
        </span>
      </div>
      {(usual ?? limit) && (
        <div aria-hidden className="relative mt-6 w-16 shrink-0 max-sm:hidden" style={{ height: HEIGHT }}>
          {usual && <EdgeLabel top={top(usual.value)} text={usual.label} />}
          {limit && <EdgeLabel top={top(limit.value)} text={limit.label} bad />}
        </div>
      )}
    </div>
  );
}

function EdgeLabel({ top, text, bad = false }: { top: number; text: string; bad?: boolean }) {
  return (
    <span
      style={{ top }}
      className={cx(
        "absolute left-0 -translate-y-1/2 font-medium whitespace-nowrap",
        bad ? "text-error" : "text-ink-muted",
      )}
    >
      {text}
    </span>
  );
}

/** Beside the moment, on the side where there is room. */
function tipPlace(x: number, width: number): { left: number; width: number } {
  const size = Math.min(TIP_PX, width);
  const left = x + 14 + size <= width ? x + 14 : x - 14 - size;
  return { left: Math.max(0, Math.min(width - size, left)), width: size };
}

function domainOf(
  moments: readonly Moment[],
  series: readonly TimelineSeries[],
  usual: UsualBand | null,
  limit: Limit | null,
  within: Domain | undefined,
  fromZero: boolean,
): Domain {
  const values = moments.flatMap(({ readings }) =>
    series.flatMap(({ key }) => {
      const reading = readings[key] ?? null;
      return reading ? [reading.value, reading.low ?? reading.value, reading.high ?? reading.value] : [];
    }),
  );
  const others = [...(usual ? [usual.low, usual.high] : []), ...(limit ? [limit.value] : []), ...(fromZero ? [0] : [])];
  const found = covering([...values, ...others], fromZero ? 0 : 0.06, within);
  // A tenth of the scale at least: noise of a hundredth must not fill the picture.
  return within && found.high - found.low < 0.1 ? covering([found.low - 0.05, found.high + 0.05], 0, within) : found;
}
