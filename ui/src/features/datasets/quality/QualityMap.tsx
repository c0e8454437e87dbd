import { type MouseEvent, useMemo, useState } from "react";
import { Figure } from "@/shared/charts/Figure";
import { useWidth } from "@/shared/charts/timeline/useWidth";
import { countOf, formatPercent } from "@/shared/format/quantities";
import { SUSPICION_NAMES } from "./suspicionKinds";
import { isPlaced, mapSentence, type Spot, spotAt, spotsOf } from "./questionSpots";
import type { QualityPoint } from "./types";
import { signed } from "./questionPhrasing";

interface QualityMapProps {
  points: readonly QualityPoint[];
  onOpen: (question: string) => void;
}

const HEIGHT = 240;
const INSET = 14;
const LISTED = 500;
const TICKS_X = [0, 0.25, 0.5, 0.75, 1];
const TICKS_Y = [1, 0.5, 0, -0.5, -1];

/** How easy each question is, and how well it tells strong models from weak ones. */
export function QualityMap({ points, onOpen }: QualityMapProps) {
  const placed = points.filter(isPlaced);
  const unknown = points.length - placed.length;
  const rows = [...placed].sort((a, b) => a.discrimination - b.discrimination).slice(0, LISTED);
  return (
    <Figure
      title="Easiness and discrimination"
      reading={mapSentence(points)}
      nothing={placed.length > 0 ? null : "Discrimination needs answers of at least four models or prompt versions."}
      table={{
        columns: ["Question", "Easiness", "Discrimination", "Suspicion"],
        rows: rows.map(({ case: id, position, easiness, discrimination, kind }) => ({
          key: id,
          cells: [
            <button
              key="open"
              type="button"
              className="min-h-6 rounded text-accent-ink hover:underline"
              onClick={() => onOpen(id)}
            >
              Case {position}
            </button>,
            formatPercent(easiness),
            signed(discrimination),
            kind ? SUSPICION_NAMES[kind] : "–",
          ],
        })),
      }}
      note={
        [
          unknown > 0 && `${countOf(unknown, "question")} not shown: too few columns, or all answers scored the same.`,
          placed.length > LISTED && `The table lists the ${LISTED} with the lowest discrimination.`,
        ]
          .filter(Boolean)
          .join(" ") || undefined
      }
    >
      <Drawing points={points} onOpen={onOpen} />
    </Figure>
  );
}

function Drawing({ points, onOpen }: QualityMapProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const [over, setOver] = useState<Spot | null>(null);
  const area = useMemo(() => ({ width: Math.max(1, width - 2 * INSET), height: HEIGHT - 2 * INSET }), [width]);
  const spots = useMemo(() => spotsOf(points, area), [points, area]);
  const under = (event: MouseEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return spotAt(spots, event.clientX - left - INSET, event.clientY - top - INSET);
  };
  const x = (value: number) => INSET + value * area.width;
  const y = (value: number) => INSET + ((1 - value) / 2) * area.height;
  const only = over?.points.length === 1 ? over.points[0] : undefined;
  return (
    <div className="text-2xs text-ink-subtle">
      <div className="flex gap-2">
        <div aria-hidden className="relative w-7 shrink-0" style={{ height: HEIGHT }}>
          {TICKS_Y.map((tick) => (
            <span key={tick} style={{ top: y(tick) }} className="absolute right-0 -translate-y-1/2">
              {signed(tick, 1)}
            </span>
          ))}
        </div>
        <div ref={box} className="relative min-w-0 flex-1">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events --
              the same is reached by keyboard in the table behind the drawing */}
          <div
            className={only ? "cursor-pointer" : ""}
            onMouseMove={(event) => setOver(under(event))}
            onMouseLeave={() => setOver(null)}
            onClick={(event) => {
              const spot = under(event);
              if (spot?.points.length === 1 && spot.points[0]) onOpen(spot.points[0].case);
            }}
          >
            <svg
              role="img"
              aria-label={`Easiness and discrimination. ${mapSentence(points)}`}
              width="100%"
              height={HEIGHT}
              className="block overflow-visible"
            >
              {TICKS_X.map((tick) => (
                <line key={tick} x1={x(tick)} x2={x(tick)} y1={INSET} y2={HEIGHT - INSET} stroke="var(--line)" />
              ))}
              {TICKS_Y.map((tick) => (
                <line
                  key={tick}
                  x1={INSET}
                  x2={width - INSET}
                  y1={y(tick)}
                  y2={y(tick)}
                  stroke={tick === 0 ? "var(--line-strong)" : "var(--line)"}
                  strokeWidth={tick === 0 ? 1.5 : 1}
                />
              ))}
              {spots.map((spot) => (
                <QuestionDot key={`${spot.x} ${spot.y} ${spot.suspected}`} spot={spot} strong={spot === over} />
              ))}
            </svg>
          </div>
          {over && <Tip spot={over} width={width} />}
        </div>
      </div>
      <div aria-hidden className="mt-1 ml-9 flex justify-between" style={{ paddingInline: INSET }}>
        <span>← hard: no model passes</span>
        <span>easy: every model passes →</span>
      </div>
      <p aria-hidden className="mt-1 ml-9 flex flex-wrap gap-x-4" style={{ paddingInline: INSET }}>
        <span className="inline-flex items-center gap-1.5">
          <svg width="10" height="10">
            <circle cx="5" cy="5" r="4" fill="var(--series-1)" fillOpacity="0.6" />
          </svg>{" "}
          not suspicious
        </span>
        <span className="inline-flex items-center gap-1.5">
          <svg width="12" height="12">
            <path d={diamond(6, 6, 5)} fill="var(--series-3)" />
          </svg>{" "}
          suspected
        </span>
        <span>higher: separates strong from weak models · larger: several questions</span>
      </p>
    </div>
  );
}

function QuestionDot({ spot: { x, y, radius, suspected }, strong }: { spot: Spot; strong: boolean }) {
  const [cx, cy] = [x + INSET, y + INSET];
  const edge = strong ? { stroke: "var(--ink)", strokeWidth: 2 } : { stroke: "var(--raised)", strokeWidth: 1 };
  return suspected ? (
    <path d={diamond(cx, cy, radius * 1.2)} fill="var(--series-3)" {...edge} />
  ) : (
    <circle cx={cx} cy={cy} r={radius} fill="var(--series-1)" fillOpacity="0.6" {...edge} />
  );
}

function diamond(x: number, y: number, radius: number): string {
  return `M${x} ${y - radius} L${x + radius} ${y} L${x} ${y + radius} L${x - radius} ${y} Z`;
}

function Tip({ spot, width }: { spot: Spot; width: number }) {
  const [first] = spot.points;
  if (!first || first.discrimination === null) return null;
  const left = spot.x + INSET;
  const kinds = [...new Set(spot.points.flatMap(({ kind }) => kind ?? []))].map((kind) =>
    SUSPICION_NAMES[kind].toLowerCase(),
  );
  return (
    <div
      className="pointer-events-none absolute z-10 max-w-56 rounded-md bg-ink px-2 py-1 text-xs text-canvas"
      style={{
        top: Math.max(0, spot.y - spot.radius - 34),
        ...(left > width / 2 ? { right: width - left + 12 } : { left: left + 12 }),
      }}
    >
      <p className="font-medium">
        {spot.points.length === 1 ? `Case ${first.position}` : countOf(spot.points.length, "question")}
        {kinds.length > 0 && `: ${kinds.join(", ")}`}
      </p>
      <p>
        easiness {formatPercent(first.easiness)}, discrimination {signed(first.discrimination)}
      </p>
    </div>
  );
}
