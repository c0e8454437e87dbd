import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from "react";
import { Figure } from "@/shared/charts/Figure";
import { estimateText, type Scale } from "@/shared/charts/estimateText";
import { useWidth } from "@/shared/charts/timeline/useWidth";
import { countOf, formatLatency } from "@/shared/format/quantities";
import type { Names } from "../entryNames";
import { STANDING_WORDS, standingOf } from "../entryStanding";
import type { Board } from "../types";
import { measureWords } from "../leaderboardPhrasing";
import { FrontierDrawing } from "./FrontierDrawing";
import { FrontierLegend } from "./FrontierLegend";
import { isDrawable, pictureOf, spotNear } from "./frontierLayout";
import { SaveMenu } from "./SaveMenu";
import { SpotTip } from "./SpotTip";
import { beatenWords, costWords, missingWords, spotWords } from "./frontierPhrasing";

const FONT_SIZE = 12;
const FEWEST = 2;
const HOW_TO_READ =
  "Quality against cost: read it entry by entry with the arrow keys, from the cheapest to the most expensive";

interface FrontierFigureProps {
  board: Board;
  names: Names;
  scale: Scale;
}

/** Quality against cost: which entries are on the frontier, and which are beaten in both. */
export function FrontierFigure({ board, names, scale }: FrontierFigureProps) {
  const { rows } = board;
  const drawn = rows.filter(isDrawable);
  return (
    <Figure
      title="Quality against cost"
      reading={board.frontier_sentence}
      nothing={drawn.length < FEWEST ? nothingWords(rows.length) : null}
      actions={drawn.length >= FEWEST && <SaveMenu board={board} scale={scale} />}
      table={{
        columns: ["Entry", "Score", "Cost per answer", "Latency, median", "Latency, 95%", "Standing"],
        rows: rows.map((row) => {
          const standing = standingOf(row);
          return {
            key: String(row.entry),
            cells: [
              row.name,
              row.grade ? estimateText(scale, row.grade) : "–",
              row.cost_per_answer_usd ? costWords(row.cost_per_answer_usd) : "unknown",
              row.latency_p50_ms === null ? "–" : formatLatency(row.latency_p50_ms),
              row.latency_p95_ms === null ? "–" : formatLatency(row.latency_p95_ms),
              standing === null ? "–" : standing === "beaten" ? beatenWords(row, names) : STANDING_WORDS[standing],
            ],
          };
        }),
      }}
      note={missingWords(rows)}
    >
      <Chart board={board} names={names} scale={scale} />
    </Figure>
  );
}

function Chart({ board, names, scale }: FrontierFigureProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const [chosen, setChosen] = useState<string | null>(null);
  const [spoken, setSpoken] = useState("");
  const id = useId();
  const height = width < 560 ? 340 : 440;
  // Names look for their places among all others: not again with every move of the mouse.
  const picture = useMemo(
    () => pictureOf(board.rows, { width, height, fontSize: FONT_SIZE }),
    [board.rows, width, height],
  );
  const spots = useMemo(() => picture.spots.toSorted((one, other) => one.x - other.x), [picture.spots]);
  const spot = spots.find(({ key }) => key === chosen) ?? null;
  const lit = spot && { key: spot.key, by: spot.row.beaten_by.map(({ entry }) => String(entry)) };
  const point = (event: PointerEvent<HTMLButtonElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setChosen(spotNear(spots, event.clientX - left, event.clientY - top)?.key ?? null);
  };
  const step = (event: KeyboardEvent<HTMLButtonElement>) => {
    const here = spots.findIndex(({ key }) => key === chosen);
    const place = {
      ArrowLeft: here < 0 ? spots.length - 1 : here - 1,
      ArrowRight: here + 1,
      Home: 0,
      End: spots.length - 1,
    }[event.key];
    if (event.key === "Escape") setChosen(null);
    if (place === undefined) return;
    event.preventDefault();
    const next = spots[Math.min(spots.length - 1, Math.max(0, place))];
    if (!next) return;
    setChosen(next.key);
    setSpoken(spotWords(next.row, names, scale));
  };
  const noRoom = `No room for ${countOf(picture.nameless.length, "name")}: point at the dots, or see the table.`;
  return (
    <div>
      <div ref={box} className="relative" style={{ height }}>
        <svg aria-hidden width={width} height={height} className="absolute inset-0 block overflow-visible">
          <FrontierDrawing picture={picture} scale={scale} measure={measureWords(board, scale)} lit={lit} />
        </svg>
        <button
          type="button"
          aria-label={HOW_TO_READ}
          {...(spot ? { "aria-describedby": id } : {})}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setChosen(null)}
          onKeyDown={step}
          onBlur={() => setChosen(null)}
          className="absolute inset-0 cursor-crosshair! rounded"
        />
        {spot && <SpotTip id={id} spot={spot} names={names} scale={scale} width={width} height={height} />}
      </div>
      <FrontierLegend picture={picture} />
      {picture.nameless.length > 0 && <p className="mt-2 text-xs text-ink-subtle">{noRoom}</p>}
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </div>
  );
}

function nothingWords(rows: number): string {
  return rows < FEWEST
    ? "There is only one entry. Add a run with another model to compare it with."
    : "Fewer than two entries have both a score and a known price.";
}
