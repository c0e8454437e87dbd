import type { VerdictWord } from "@/shared/verdicts/verdictPhrasing";
import { cx } from "@/shared/ui/cx";
import type { Lanes } from "./lineageLanes";

const STEP = 22;
const EDGE = 14;
/** Where the dot stands, from the top of its row. */
const DOT = 22;

export const widthOf = (lanes: number) => EDGE * 2 + (lanes - 1) * STEP;
const left = (lane: number) => EDGE + lane * STEP;

const LINES: Record<VerdictWord, string> = {
  better: "bg-success-mark",
  worse: "bg-error-mark",
  better_on_these_cases: "bg-success-mark opacity-50",
  worse_on_these_cases: "bg-error-mark opacity-50",
  cannot_tell: "bg-line-strong",
  inconclusive: "bg-line-strong",
};

interface LanesCellProps {
  lanes: Lanes;
  width: number;
  look: "shown" | "latest" | "plain" | "section" | "source";
  /** Of this version against the one it was held against: it colours the line that leads down from here. */
  verdict: VerdictWord | null;
}

/** The lines of one row, whatever its height. All it says is said in words beside it. */
export function LanesCell({ lanes, width, look, verdict }: LanesCellProps) {
  const at = left(lanes.lane);
  return (
    <div aria-hidden className="relative shrink-0 self-stretch" style={{ width }}>
      {lanes.through.map((lane) => (
        <span
          key={lane}
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-line-strong"
          style={{ left: left(lane) }}
        />
      ))}
      {lanes.above && (
        <span className="absolute top-0 w-0.5 -translate-x-1/2 bg-line-strong" style={{ left: at, height: DOT }} />
      )}
      {lanes.joining.length > 0 && (
        <svg
          className="absolute top-0 left-0 overflow-visible"
          width={width}
          height={DOT}
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="2"
        >
          {lanes.joining.map((lane) => (
            <path key={lane} d={`M ${left(lane)} 0 C ${left(lane)} ${DOT * 0.8}, ${left(lane)} ${DOT}, ${at} ${DOT}`} />
          ))}
        </svg>
      )}
      {lanes.below && (
        <span
          className={cx("absolute bottom-0 w-0.5 -translate-x-1/2", verdict ? LINES[verdict] : "bg-line-strong")}
          style={{ left: at, top: DOT }}
        />
      )}
      <span className={cx("absolute -translate-x-1/2 -translate-y-1/2", DOTS[look])} style={{ left: at, top: DOT }} />
    </div>
  );
}

const DOTS: Record<LanesCellProps["look"], string> = {
  shown: "size-3.5 rounded-full border-2 border-accent bg-accent",
  latest: "size-3.5 rounded-full border-[3px] border-accent-mark bg-raised",
  plain: "size-3 rounded-full border-2 border-control bg-raised",
  section: "h-3.5 w-4 rounded border-2 border-control bg-surface-hover",
  source: "size-3 rotate-45 border-2 border-control bg-raised",
};
