import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";

interface HistogramProps {
  counts: readonly number[];
  /** The longest bar of all that stand beside each other, so that they can be compared. */
  most: number;
  /** What a bar stands for, such as "from 4 to 5". */
  rangeOf: (bar: number) => string;
  /** The marks under the first, the middle and the last edge. */
  edges: readonly [string, string, string];
  /** Shows the cells behind a bar. */
  onBar: (bar: number) => void;
}

/** How often each stretch of the scale was given. Every bar is a button that leads to its cells. */
export function Histogram({ counts, most, rangeOf, edges, onBar }: HistogramProps) {
  return (
    <div>
      <div className="flex h-28 items-end gap-px border-b border-line-strong">
        {counts.map((count, bar) => {
          const words = `${count.toLocaleString("en")} ${count === 1 ? "score" : "scores"} ${rangeOf(bar)}`;
          const tall = most > 0 ? (count / most) * 100 : 0;
          if (count === 0) return <span key={bar} className="h-full min-w-0 flex-1" />;
          return (
            <Tooltip key={bar} text={words}>
              <button
                type="button"
                aria-label={`${words}: show the cells`}
                onClick={() => onBar(bar)}
                className="group flex h-full min-w-0 flex-1 flex-col justify-end focus-visible:outline-offset-0"
              >
                <span className="text-center text-2xs text-ink-subtle group-hover:text-ink">
                  {count.toLocaleString("en", { notation: "compact" })}
                </span>
                <span
                  style={{ height: `max(3px, ${tall * 0.82}%)` }}
                  className={cx(
                    "w-full rounded-t-sm bg-series-1 opacity-80 transition-opacity duration-150",
                    "group-hover:opacity-100",
                  )}
                />
              </button>
            </Tooltip>
          );
        })}
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-2xs text-ink-subtle">
        {edges.map((edge, at) => (
          <span key={at}>{edge}</span>
        ))}
      </div>
    </div>
  );
}
