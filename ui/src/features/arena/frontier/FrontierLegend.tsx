import { formatLatency } from "@/shared/format/quantities";
import { STANDING_HINTS, STANDING_WORDS, type Standing } from "../entryStanding";
import { FrontierDot } from "./FrontierDrawing";
import { legendTimes, type Picture, radiusOf } from "./frontierLayout";

const ORDER: readonly Standing[] = ["frontier", "close", "beaten"];

/** What the marks mean. Only those that are there. */
export function FrontierLegend({ picture: { spots, slowest } }: { picture: Picture }) {
  const shown = ORDER.filter((standing) => spots.some((spot) => spot.standing === standing));
  const times = legendTimes(slowest);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1.5 text-xs text-ink-muted">
      {shown.map((standing) => (
        <span key={standing} title={STANDING_HINTS[standing]} className="inline-flex items-center gap-1.5">
          <svg aria-hidden width="14" height="14">
            <FrontierDot spot={{ x: 7, y: 7, r: 6, standing }} />
          </svg>
          {STANDING_WORDS[standing]}
        </span>
      ))}
      <span className="inline-flex items-center gap-1.5">
        <svg aria-hidden width="22" height="14">
          <path
            d="M1 12H9V3H21"
            fill="none"
            stroke="var(--series-1)"
            strokeOpacity="0.55"
            strokeWidth="1.75"
            strokeDasharray="5 4"
          />
        </svg>
        Best grade for the cost
      </span>
      {times.length > 0 && (
        <span className="inline-flex items-center gap-2">
          Size: median latency
          {times.map((time) => {
            const r = radiusOf(time, slowest);
            return (
              <span key={time} className="inline-flex items-center gap-1 text-ink-subtle">
                <svg aria-hidden width={2 * r + 2} height={2 * r + 2}>
                  <circle cx={r + 1} cy={r + 1} r={r} fill="none" stroke="var(--ink-subtle)" />
                </svg>
                {formatLatency(time)}
              </span>
            );
          })}
        </span>
      )}
      <span className="text-ink-subtle">Whiskers: 95% intervals</span>
    </div>
  );
}
