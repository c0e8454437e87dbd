import { estimateText, type Scale } from "@/shared/charts/estimateText";
import { formatLatency } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import type { Names } from "../entryNames";
import type { Spot } from "./frontierLayout";
import { beatenWords, costWords } from "./frontierPhrasing";

interface SpotTipProps {
  id: string;
  spot: Spot;
  names: Names;
  scale: Scale;
  /** Of the drawing. */
  width: number;
  height: number;
}

const WIDE = 316;
const TALL = 132;
const AWAY = 14;

/** All about the dot that is looked at, beside it. */
export function SpotTip({ id, spot, names, scale, width, height }: SpotTipProps) {
  const { row } = spot;
  const half = row.latency_p50_ms;
  return (
    <div
      id={id}
      role="tooltip"
      style={placeOf(spot, width, height)}
      className="pointer-events-none absolute z-10 rounded-lg bg-raised px-3 py-2.5 text-xs text-ink-muted shadow-float"
    >
      <p className="truncate text-sm font-semibold text-ink">{visibleText(row.name)}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        <dt>Score</dt>
        <dd className="text-right text-ink">{estimateText(scale, row.grade)}</dd>
        <dt>Per answer</dt>
        <dd className="text-right text-ink">{costWords(row.cost_per_answer_usd)}</dd>
        {half !== null && <dt>Median latency</dt>}
        {half !== null && <dd className="text-right text-ink">{formatLatency(half)}</dd>}
      </dl>
      <p className="mt-1.5 border-t border-line pt-1.5">{beatenWords(row, names)}.</p>
    </div>
  );
}

/** On the side where there is room, and never over the dot. */
function placeOf({ x, y, r }: Spot, width: number, height: number): { left: number; top: number; width: number } {
  const size = Math.min(WIDE, width);
  const right = x + r + AWAY;
  const left = right + size <= width ? right : x - r - AWAY - size;
  return {
    left: Math.max(0, Math.min(width - size, left)),
    top: Math.max(0, Math.min(height - TALL, y - TALL / 2)),
    width: size,
  };
}
