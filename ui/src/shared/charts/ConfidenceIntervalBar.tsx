import { type Domain, place } from "./axis";
import type { Interval } from "./estimateText";

export type Ink = "plain" | "good" | "bad" | "quiet";

export const INKS: Record<Ink, string> = {
  plain: "var(--series-1)",
  good: "var(--success-mark)",
  bad: "var(--error-mark)",
  quiet: "var(--ink-subtle)",
};

interface ConfidenceIntervalBarProps {
  interval: Interval;
  domain?: Domain;
  ink?: Ink;
  /** Drawn when it lies within, such as the mean of all. */
  mark?: number | null;
}

/**
 * One value with its 95% confidence interval on a common axis.
 * The numbers are beside it as text, so the drawing is hidden from screen readers.
 */
export function ConfidenceIntervalBar({
  interval,
  domain = { low: 0, high: 1 },
  ink = "plain",
  mark = null,
}: ConfidenceIntervalBarProps) {
  const [low, at, high] = [interval.low, interval.value, interval.high].map((value) => `${place(value, domain)}%`);
  const colour = INKS[ink];
  return (
    <svg aria-hidden width="100%" height="16" className="block min-w-20 overflow-visible">
      <line x1="0" x2="100%" y1="8" y2="8" stroke="var(--line)" strokeWidth="4" strokeLinecap="round" />
      {mark !== null && (
        <line
          x1={`${place(mark, domain)}%`}
          x2={`${place(mark, domain)}%`}
          y1="1"
          y2="15"
          stroke="var(--ink-subtle)"
          strokeDasharray="2 2"
        />
      )}
      <line x1={low} x2={high} y1="8" y2="8" stroke={colour} strokeWidth="2" />
      <line x1={low} x2={low} y1="4" y2="12" stroke={colour} strokeWidth="1.5" />
      <line x1={high} x2={high} y1="4" y2="12" stroke={colour} strokeWidth="1.5" />
      <circle cx={at} cy="8" r="4" fill={colour} stroke="var(--raised)" strokeWidth="1.5" />
    </svg>
  );
}
