import { type Domain, place } from "../axis";
import { COLOURS } from "../chartSeries";
import type { Limit, Moment, Reading, TimelineSeries, Trouble, UsualBand } from "./timelineTypes";
import { across, type Span, type TimeTick } from "./timeAxis";

interface TimelineDrawingProps {
  width: number;
  height: number;
  span: Span;
  domain: Domain;
  moments: readonly Moment[];
  series: readonly TimelineSeries[];
  usual: UsualBand | null;
  limit: Limit | null;
  changedAt: readonly number[];
  troubles: readonly Trouble[];
  ticks: { value: readonly number[]; time: readonly TimeTick[] };
  active: Moment | null;
}

/** Beyond so many runs their dots would hide the line. */
const MOST_DOTS = 80;
const ALERT_INKS = { warning: "var(--warning-mark)", critical: "var(--error-mark)" };

type Placed = { x: number; moment: Moment; reading: Reading };

/** The lines and bands themselves. Silent: what it shows stands in words beside it and in the table behind it. */
export function TimelineDrawing({
  width,
  height,
  span,
  domain,
  moments,
  series,
  usual,
  limit,
  changedAt,
  troubles,
  ticks,
  active,
}: TimelineDrawingProps) {
  const y = (value: number) => height - (place(value, domain) / 100) * height;
  const x = (at: number) => across(at, span, width);
  return (
    <svg aria-hidden width={width} height={height} className="absolute inset-0 overflow-visible">
      {usual && (
        <rect
          x="0"
          width={width}
          y={y(usual.high)}
          height={Math.max(2, y(usual.low) - y(usual.high))}
          fill="var(--ink-subtle)"
          fillOpacity="0.13"
        />
      )}
      {ticks.value.map((tick) => (
        <line key={tick} x1="0" x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
      ))}
      {ticks.time.map(({ at }) => (
        <line key={at} x1={x(at)} x2={x(at)} y1={height} y2={height + 4} stroke="var(--line-strong)" />
      ))}
      {usual && (
        <line
          x1="0"
          x2={width}
          y1={y(usual.value)}
          y2={y(usual.value)}
          stroke="var(--ink-subtle)"
          strokeDasharray="5 4"
        />
      )}
      {limit && (
        <line
          x1="0"
          x2={width}
          y1={y(limit.value)}
          y2={y(limit.value)}
          stroke="var(--error-mark)"
          strokeDasharray="2 3"
          strokeWidth="1.25"
        />
      )}
      {changedAt.map((at) => (
        <line key={at} x1={x(at)} x2={x(at)} y1="-6" y2={height} stroke="var(--lilac)" strokeDasharray="2 3" />
      ))}
      {troubles.map(({ from, to, severity }) => (
        <rect
          key={`${from} ${severity}`}
          x={Math.max(0, x(from))}
          width={Math.max(3, Math.min(width, to === null ? width : x(to)) - Math.max(0, x(from)))}
          y={height - 4}
          height="4"
          rx="2"
          fill={ALERT_INKS[severity]}
        />
      ))}
      {active && <line x1={x(active.at)} x2={x(active.at)} y1="0" y2={height} stroke="var(--control)" />}
      {series.map(({ key, colour, dashed }) => {
        const pieces = piecesOf(moments, key, x);
        return (
          <g key={key} data-series={key}>
            {pieces.map((piece) => (
              <path
                key={piece[0]?.moment.key}
                d={bandOf(piece, y)}
                fill={COLOURS[colour]}
                fillOpacity={series.length > 1 ? 0.1 : 0.16}
              />
            ))}
            {pieces.map((piece) => (
              <path
                key={piece[0]?.moment.key}
                d={lineOf(piece, y)}
                fill="none"
                stroke={COLOURS[colour]}
                strokeWidth="2"
                strokeLinejoin="round"
                {...(dashed ? { strokeDasharray: "4 3" } : {})}
              />
            ))}
            {pieces
              .flat()
              .filter((placed, index, all) => isMarked(placed, index, all, active))
              .map((placed) => (
                <RunMark
                  key={placed.moment.key}
                  placed={placed}
                  y={y}
                  ink={COLOURS[colour]}
                  active={placed.moment === active}
                  alert={alertOn(placed.moment, key, series)}
                />
              ))}
          </g>
        );
      })}
    </svg>
  );
}

function isMarked({ moment }: Placed, index: number, all: readonly Placed[], active: Moment | null): boolean {
  return all.length <= MOST_DOTS || moment.alert !== null || moment === active || index === all.length - 1;
}

/** On the line it is about; on all of them where it is about none of those that are drawn. */
function alertOn({ alert }: Moment, key: string, series: readonly TimelineSeries[]): "warning" | "critical" | null {
  if (!alert) return null;
  return alert.series === key || !series.some((one) => one.key === alert.series) ? alert.severity : null;
}

/** A run is a dot; a run that raised an alert is a triangle, so that colour does not stand alone. */
function RunMark({
  placed: { x, reading },
  y,
  ink,
  active,
  alert,
}: {
  placed: Placed;
  y: (value: number) => number;
  ink: string;
  active: boolean;
  alert: "warning" | "critical" | null;
}) {
  const at = y(reading.value);
  if (alert) {
    const size = active ? 9 : 7;
    return (
      <path
        d={`M${x} ${at - size} L${x + size} ${at + size * 0.75} L${x - size} ${at + size * 0.75} Z`}
        fill={ALERT_INKS[alert]}
        stroke="var(--raised)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    );
  }
  return (
    <circle
      cx={x}
      cy={at}
      r={active ? 5 : 3}
      fill={active ? ink : "var(--raised)"}
      stroke={ink}
      strokeWidth={active ? 0 : 1.75}
    />
  );
}

/** The line breaks where a run has no value. */
function piecesOf(moments: readonly Moment[], key: string, x: (at: number) => number): Placed[][] {
  const pieces: Placed[][] = [[]];
  for (const moment of moments) {
    const reading = moment.readings[key] ?? null;
    if (reading === null) pieces.push([]);
    else pieces.at(-1)?.push({ x: x(moment.at), moment, reading });
  }
  return pieces.filter((piece) => piece.length > 0);
}

function lineOf(piece: readonly Placed[], y: (value: number) => number): string {
  return piece
    .map(({ x, reading }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y(reading.value).toFixed(1)}`)
    .join("");
}

function bandOf(piece: readonly Placed[], y: (value: number) => number): string {
  const upper = piece.map(({ x, reading }) => `${x.toFixed(1)} ${y(reading.high ?? reading.value).toFixed(1)}`);
  const lower = piece
    .toReversed()
    .map(({ x, reading }) => `${x.toFixed(1)} ${y(reading.low ?? reading.value).toFixed(1)}`);
  return `M${[...upper, ...lower].join("L")}Z`;
}
