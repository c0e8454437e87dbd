/**
 * Cost against quality as a self-contained drawing: all that it needs is in its attributes,
 * so that it can be saved as it is.
 */
import { type Scale, valueText } from "@/shared/charts/estimateText";
import type { Standing } from "../entryStanding";
import { tickMoney } from "./costAxis";
import { CORNER, type Picture, type Spot } from "./frontierLayout";

interface FrontierDrawingProps {
  picture: Picture;
  scale: Scale;
  /** What the upward axis is of. */
  measure: string;
  /** The one that is looked at, and those that beat it: the rest steps back. */
  lit?: { key: string; by: readonly string[] } | null;
}

export const INKS: Record<Standing, string> = {
  frontier: "var(--series-1)",
  close: "var(--series-1)",
  beaten: "var(--ink-subtle)",
};
const DIM = 0.28;
/** Names are read as words: figures as wide as each other would tear their hyphens apart. */
const LOOSE = { fontVariantNumeric: "normal" } as const;
export const FONT = '"Inter Variable", Inter, system-ui, sans-serif';

export function FrontierDrawing({ picture, scale, measure, lit = null }: FrontierDrawingProps) {
  const { plot, fontSize: size, costs, costTicks, gradeTicks, spots, labels, steps, corner } = picture;
  const opacity = (key: string) => (lit === null || lit.key === key || lit.by.includes(key) ? 1 : DIM);
  const line = steps.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  return (
    <g fontFamily={FONT} fontSize={size}>
      {gradeTicks.map(({ value, y }) => (
        <g key={value}>
          <line x1={plot.left} x2={plot.right} y1={y} y2={y} stroke="var(--line)" />
          <text
            x={plot.left - size * 0.6}
            y={y}
            dy="0.35em"
            textAnchor="end"
            fill="var(--ink-subtle)"
            fontSize={size * 0.92}
          >
            {valueText(scale, value)}
          </text>
        </g>
      ))}
      {costTicks.map(({ value, x }) => (
        <g key={value}>
          <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} stroke="var(--line)" strokeOpacity="0.6" />
          <line x1={x} x2={x} y1={plot.bottom} y2={plot.bottom + 4} stroke="var(--line-strong)" />
          <text x={x} y={plot.bottom + size * 1.5} textAnchor="middle" fill="var(--ink-subtle)" fontSize={size * 0.92}>
            {tickMoney(value)}
          </text>
        </g>
      ))}
      {costs.free && <FreeLane picture={picture} />}
      <line x1={plot.left} x2={plot.right} y1={plot.bottom} y2={plot.bottom} stroke="var(--line-strong)" />
      <text x={0} y={size} fill="var(--ink-muted)" fontWeight="500">
        {measure}
      </text>
      <text
        x={plot.right}
        y={plot.bottom + size * 3.1}
        textAnchor="end"
        fill="var(--ink-muted)"
        fontWeight="500"
      >{`Cost per answer${costs.log ? " (log scale)" : ""} →`}</text>
      {steps.length > 0 && (
        <>
          <path
            d={`M${line}V${plot.bottom}H${(steps[0]?.x ?? plot.left).toFixed(1)}Z`}
            fill="var(--series-1)"
            fillOpacity="0.06"
          />
          <path
            d={`M${line}`}
            fill="none"
            stroke="var(--series-1)"
            strokeOpacity="0.55"
            strokeWidth={size / 7}
            strokeLinejoin="round"
            strokeDasharray={`${size / 2.4} ${size / 3}`}
          />
        </>
      )}
      {corner && (
        <text x={plot.left + 8} y={plot.top + size * 1.2} fill="var(--ink-subtle)" fontSize={size * 0.92}>
          {CORNER}
        </text>
      )}
      {lit && <Beams spots={spots} lit={lit} />}
      {spots.map((spot) => (
        <g key={spot.key} opacity={opacity(spot.key)}>
          <Whiskers spot={spot} />
        </g>
      ))}
      {spots.map((spot) => (
        <g key={spot.key} opacity={opacity(spot.key)}>
          <FrontierDot spot={spot} />
        </g>
      ))}
      {labels.map(({ key, text, box, leader }) => {
        const front = spots.find((spot) => spot.key === key)?.standing === "frontier";
        return (
          <g key={key} opacity={opacity(key)} data-label={key}>
            {leader && <line {...leader} stroke="var(--control)" strokeWidth="1" />}
            {/* An edge in the colour of the paper keeps the name readable where a line runs behind it. */}
            <text
              x={box.left + 1}
              y={(box.top + box.bottom) / 2}
              dy="0.35em"
              fill={front ? "var(--ink)" : "var(--ink-muted)"}
              fontWeight={front ? 600 : 450}
              stroke="var(--raised)"
              strokeWidth={size / 4}
              strokeLinejoin="round"
              paintOrder="stroke"
              style={LOOSE}
            >
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Lines and caps are thinner than the dots, and lie below all of them. */
function Whiskers({ spot: { x, y, left, right, top, bottom, cut, standing } }: { spot: Spot }) {
  const cap = 4;
  return (
    <g stroke={INKS[standing]} strokeWidth="1.25" strokeOpacity="0.75">
      <line x1={x} x2={x} y1={top} y2={bottom} />
      <line x1={x - cap} x2={x + cap} y1={top} y2={top} />
      <line x1={x - cap} x2={x + cap} y1={bottom} y2={bottom} />
      {right - left > 1 && (
        <>
          <line x1={left} x2={right} y1={y} y2={y} />
          {!cut && <line x1={left} x2={left} y1={y - cap} y2={y + cap} />}
          <line x1={right} x2={right} y1={y - cap} y2={y + cap} />
        </>
      )}
    </g>
  );
}

/** Full on the frontier, a ring where that is not clear, grey where it is beaten: told apart without colours too. */
export function FrontierDot({ spot: { x, y, r, standing } }: { spot: Pick<Spot, "x" | "y" | "r" | "standing"> }) {
  if (standing === "frontier")
    return <circle cx={x} cy={y} r={r} fill={INKS.frontier} stroke="var(--raised)" strokeWidth="1.5" />;
  if (standing === "close")
    return <circle cx={x} cy={y} r={r - 0.5} fill="var(--raised)" stroke={INKS.close} strokeWidth="2" />;
  const arm = r * 0.4;
  return (
    <g>
      <circle cx={x} cy={y} r={r - 0.5} fill="var(--raised)" stroke={INKS.beaten} strokeWidth="1.5" />
      <path
        d={`M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`}
        stroke={INKS.beaten}
        strokeWidth="1.25"
      />
    </g>
  );
}

/** From the one that is looked at to those that beat it. */
function Beams({ spots, lit }: { spots: readonly Spot[]; lit: NonNullable<FrontierDrawingProps["lit"]> }) {
  const from = spots.find(({ key }) => key === lit.key);
  if (!from) return null;
  return (
    <g>
      {spots
        .filter(({ key }) => lit.by.includes(key))
        .map(({ key, x, y }) => (
          <line key={key} x1={from.x} y1={from.y} x2={x} y2={y} stroke="var(--lilac)" strokeWidth="1.5" />
        ))}
    </g>
  );
}

/** Nothing cannot be drawn on an axis of powers: what is free has a lane of its own. */
function FreeLane({ picture: { plot, costs, fontSize: size } }: { picture: Picture }) {
  const wide = plot.right - plot.left;
  const middle = plot.left + costs.at(0) * wide;
  const edge = middle + (middle - plot.left);
  return (
    <g>
      <rect
        x={plot.left}
        width={edge - plot.left}
        y={plot.top}
        height={plot.bottom - plot.top}
        fill="var(--surface-hover)"
        fillOpacity="0.6"
      />
      <text x={middle} y={plot.bottom + size * 1.5} textAnchor="middle" fill="var(--ink-subtle)" fontSize={size * 0.92}>
        free
      </text>
    </g>
  );
}
