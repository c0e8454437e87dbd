import { around, mirrored, niceTicks, place } from "./axis";
import { type Ink, INKS } from "./ConfidenceIntervalBar";
import { changeText, type Interval, type Scale } from "./estimateText";

interface DifferenceIntervalProps {
  effect: Interval;
  /** Differences up to this size do not matter. */
  minimum: number;
  scale: Scale;
  ink: Ink;
  /** How far the axis goes at least, so that two lines can be compared. */
  reach?: number;
}

const LINE = 30;

/**
 * A difference on a line: nought in the middle, what is too small to matter as a band around it, the whiskers across.
 */
export function DifferenceInterval({ effect, minimum, scale, ink, reach = 0 }: DifferenceIntervalProps) {
  const ticks = niceTicks(mirrored([effect.low, effect.high, minimum, reach]), 4);
  const domain = around(ticks);
  const at = (value: number) => `${place(value, domain)}%`;
  const [low, high] = [at(effect.low), at(effect.high)];
  const colour = INKS[ink];
  return (
    <div aria-hidden className="text-2xs text-ink-subtle">
      <div className="flex justify-between font-medium">
        <span>← worse</span>
        <span>better →</span>
      </div>
      <svg width="100%" height="60" className="mt-1 block overflow-visible">
        {minimum > 0 && (
          <>
            <rect
              x={at(-minimum)}
              width={`${place(minimum, domain) - place(-minimum, domain)}%`}
              y="8"
              height="44"
              fill="var(--surface-hover)"
            />
            {[-minimum, minimum].map((edge) => (
              <line
                key={edge}
                x1={at(edge)}
                x2={at(edge)}
                y1="8"
                y2="52"
                stroke="var(--control)"
                strokeDasharray="3 3"
              />
            ))}
          </>
        )}
        <line x1="0" x2="100%" y1="52" y2="52" stroke="var(--line-strong)" />
        {ticks.map((tick) => (
          <line key={tick} x1={at(tick)} x2={at(tick)} y1="52" y2="56" stroke="var(--line-strong)" />
        ))}
        <line x1={at(0)} x2={at(0)} y1="4" y2="56" stroke="var(--ink-muted)" strokeWidth="1.5" />
        <line x1={low} x2={high} y1={LINE} y2={LINE} stroke={colour} strokeWidth="3" />
        {[low, high].map((end, side) => (
          <line key={side} x1={end} x2={end} y1={LINE - 7} y2={LINE + 7} stroke={colour} strokeWidth="2" />
        ))}
        <circle cx={at(effect.value)} cy={LINE} r="6" fill={colour} stroke="var(--raised)" strokeWidth="2" />
      </svg>
      <div className="relative h-4">
        {ticks.map((tick, index) => (
          <span
            key={tick}
            style={{
              left: at(tick),
              transform: `translateX(${index === 0 ? "0" : index === ticks.length - 1 ? "-100%" : "-50%"})`,
            }}
            className="absolute whitespace-nowrap"
          >
            {tick === 0 ? "no difference" : changeText(scale, tick).replace(" points", "")}
          </span>
        ))}
      </div>
    </div>
  );
}
