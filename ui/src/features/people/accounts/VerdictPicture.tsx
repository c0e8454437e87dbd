import { Check } from "lucide-react";
import { cx } from "@/shared/ui/cx";

/** Score of an example, and where it and its interval are drawn, in percent of the width. */
const VERSIONS = [
  { name: "Version 1", score: "0.62", low: 12, middle: 28, high: 44, look: "bg-ink-subtle" },
  { name: "Version 2", score: "0.81", low: 62, middle: 76, high: 90, look: "bg-accent" },
];

/** What Edison answers, in one picture: two versions of a prompt, and whether the second is better. */
export function VerdictPicture() {
  return (
    <div
      role="img"
      aria-label="Example: version 1 scores 0.62, version 2 scores 0.81, verdict better"
      className="flex items-center gap-4 rounded-xl border border-line bg-raised px-5 py-4"
    >
      <div aria-hidden className="flex min-w-0 flex-1 flex-col gap-3 text-xs text-ink-muted">
        {VERSIONS.map(({ name, score, low, middle, high, look }) => (
          <div key={name} className="flex items-center gap-3">
            <span className="w-16 shrink-0">{name}</span>
            <span className="relative h-4 flex-1">
              <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
              <span
                className={cx("absolute top-1/2 h-1 -translate-y-1/2 rounded-full", look)}
                style={{ left: `${low}%`, width: `${high - low}%` }}
              />
              <span
                className={cx("absolute top-1/2 size-3 -translate-1/2 rounded-full", look)}
                style={{ left: `${middle}%` }}
              />
            </span>
            <span className="w-7 shrink-0 text-right font-medium text-ink tabular-nums">{score}</span>
          </div>
        ))}
      </div>
      <span
        aria-hidden
        className={cx(
          "inline-flex shrink-0 items-center gap-1 rounded-full bg-success-soft px-2.5 py-1",
          "text-xs font-semibold text-success",
        )}
      >
        <Check className="size-3.5" strokeWidth={3} /> Better
      </span>
    </div>
  );
}
