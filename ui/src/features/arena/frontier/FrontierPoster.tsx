/** The drawing as a picture to show elsewhere: with its title, what it rests on, and what its marks mean. */
import type { Scale } from "@/shared/charts/estimateText";
import { formatLatency, truncate } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { STANDING_WORDS, type Standing } from "../entryStanding";
import type { Board } from "../types";
import { aboutWords, measureWords } from "../leaderboardPhrasing";
import { textWidth } from "./labelBoxes";
import { FrontierDot, FrontierDrawing, FONT } from "./FrontierDrawing";
import { legendTimes, pictureOf, radiusOf } from "./frontierLayout";

export const POSTER = { width: 1200, height: 675 };
const EDGE = 44;
const SIZE = 16;
const DRAWING = { width: POSTER.width - 2 * EDGE, height: 470, top: 120 };
const LEGEND_Y = 628;
const ORDER: readonly Standing[] = ["frontier", "close", "beaten"];

export function FrontierPoster({ board, scale }: { board: Board; scale: Scale }) {
  const picture = pictureOf(board.rows, { width: DRAWING.width, height: DRAWING.height, fontSize: SIZE });
  const shown = ORDER.filter((standing) => picture.spots.some((spot) => spot.standing === standing));
  const widths = shown.map((standing) => textWidth(STANDING_WORDS[standing], SIZE * 0.9) + 44);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={POSTER.width}
      height={POSTER.height}
      viewBox={`0 0 ${POSTER.width} ${POSTER.height}`}
      fontFamily={FONT}
    >
      <rect width="100%" height="100%" fill="var(--raised)" />
      <text x={EDGE} y={58} fontSize="30" fontWeight="650" fill="var(--ink)">
        {truncate(visibleText(board.name), 62)}
      </text>
      <text x={EDGE} y={90} fontSize="17" fill="var(--ink-muted)">
        {truncate(visibleText(`Quality against cost: ${aboutWords(board)}`), 120)}
      </text>
      <g transform={`translate(${EDGE} ${DRAWING.top})`}>
        <FrontierDrawing picture={picture} scale={scale} measure={measureWords(board, scale)} />
      </g>
      <g fontSize={SIZE * 0.9} fill="var(--ink-muted)">
        {shown.map((standing, index) => {
          const x = EDGE + widths.slice(0, index).reduce((sum, width) => sum + width, 0);
          return (
            <g key={standing}>
              <FrontierDot spot={{ x: x + 8, y: LEGEND_Y, r: 8, standing }} />
              <text x={x + 23} y={LEGEND_Y} dy="0.35em">
                {STANDING_WORDS[standing]}
              </text>
            </g>
          );
        })}
        <Sizes slowest={picture.slowest} />
      </g>
      <text x={EDGE} y={657} fontSize="13.5" fill="var(--ink-subtle)">
        Dashed: best grade for the cost. Whiskers: 95% intervals.
      </text>
      <text x={POSTER.width - EDGE} y={657} textAnchor="end" fontSize="13.5" fontWeight="600" fill="var(--ink-subtle)">
        Edison
      </text>
    </svg>
  );
}

const SIZES_TITLE = "Size: median latency";

/** Two round times at the right, so that dots can be read. */
function Sizes({ slowest }: { slowest: number | null }) {
  const times = legendTimes(slowest).map((time) => ({
    r: radiusOf(time, slowest) * (SIZE / 12),
    text: formatLatency(time),
  }));
  const widths = times.map(({ r, text }) => 2 * r + 8 + textWidth(text, SIZE * 0.9) + 14);
  const start = POSTER.width - EDGE - widths.reduce((sum, width) => sum + width, 0) + 14;
  if (times.length === 0) return null;
  return (
    <g>
      <text x={start - 16} y={LEGEND_Y} dy="0.35em" textAnchor="end">
        {SIZES_TITLE}
      </text>
      {times.map(({ r, text }, index) => {
        const x = start + widths.slice(0, index).reduce((sum, width) => sum + width, 0);
        return (
          <g key={text}>
            <circle cx={x + r} cy={LEGEND_Y} r={r} fill="none" stroke="var(--ink-subtle)" strokeWidth="1.25" />
            <text x={x + 2 * r + 8} y={LEGEND_Y} dy="0.35em">
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}
