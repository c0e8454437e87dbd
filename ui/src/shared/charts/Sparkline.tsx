import { cx } from "@/shared/ui/cx";
import { covering, place } from "./axis";

interface SparklineProps {
  /** Oldest first. Null is a gap: something ran and has no value. */
  values: readonly (number | null)[];
  /** What the line says, for those who do not see it. */
  label: string;
  ink?: "plain" | "bad" | "quiet";
  className?: string;
}

const WIDTH = 96;
const HEIGHT = 24;
const INSET = 3;
const INKS = { plain: "var(--series-1)", bad: "var(--error-mark)", quiet: "var(--ink-subtle)" };

/** The way a value went, as small as a word. The last one is a dot: that is how it stands now. */
export function Sparkline({ values, label, ink = "plain", className }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return <span className={cx("text-xs text-ink-subtle", className)}>no points yet</span>;
  // A line that moves by a hundredth must not look like a fall from a cliff.
  const middle = (Math.max(...known) + Math.min(...known)) / 2;
  const domain = covering([...known, middle - 0.05, middle + 0.05], 0.1);
  const x = (index: number) =>
    values.length === 1 ? WIDTH - INSET : INSET + (index / (values.length - 1)) * (WIDTH - 2 * INSET);
  const y = (value: number) => HEIGHT - INSET - (place(value, domain) / 100) * (HEIGHT - 2 * INSET);
  const last = values.findLastIndex((value) => value !== null);
  const end = values[last] ?? null;
  return (
    <svg
      role="img"
      aria-label={label}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={cx("inline-block shrink-0 align-middle", className)}
    >
      <path
        d={pathOf(values, x, y)}
        fill="none"
        stroke={INKS[ink]}
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {end !== null && <circle cx={x(last)} cy={y(end)} r="2.5" fill={INKS[ink]} />}
    </svg>
  );
}

/** A new piece of line after every gap. */
function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let pen = "M";
  return values
    .map((value, index) => {
      if (value === null) {
        pen = "M";
        return "";
      }
      const step = `${pen}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = "L";
      return step;
    })
    .join("");
}
