import { cx } from "@/shared/ui/cx";

interface ChangedRowsProps {
  fixed: number;
  broken: number;
  shown: "fixed" | "broken" | null;
  onShow: (kind: "fixed" | "broken" | null) => void;
  /** Smaller, for the foot of a column. */
  compact?: boolean;
}

/** How many rows were fixed and broken. A press shows them in the grid, another one shows all rows again. */
export function ChangedRows({ fixed, broken, shown, onShow, compact = false }: ChangedRowsProps) {
  const kinds = [
    { kind: "fixed", count: fixed, color: "text-success" },
    { kind: "broken", count: broken, color: "text-error" },
  ] as const;
  return (
    <span className="flex items-center gap-1">
      {kinds.map(({ kind, count, color }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={shown === kind}
          disabled={count === 0}
          onClick={() => onShow(shown === kind ? null : kind)}
          className={cx(
            "rounded-md border border-line px-1.5 font-medium whitespace-nowrap tabular-nums",
            "enabled:hover:bg-surface-hover disabled:text-ink-subtle aria-pressed:bg-surface-hover aria-pressed:ring-1",
            compact ? "text-2xs" : "py-0.5 text-xs",
            count > 0 && color,
          )}
        >
          {count.toLocaleString("en")} {kind}
        </button>
      ))}
    </span>
  );
}
