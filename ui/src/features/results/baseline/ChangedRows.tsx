import { cx } from "@/shared/ui/cx";

interface ChangedRowsProps {
  fixed: number;
  broken: number;
  shown: "fixed" | "broken" | null;
  onShow: (kind: "fixed" | "broken" | null) => void;
}

/** How many rows were fixed and broken, if any were. A press shows them in the grid, another one shows all rows again. */
export function ChangedRows({ fixed, broken, shown, onShow }: ChangedRowsProps) {
  const all = [
    { kind: "fixed", count: fixed, color: "text-success" },
    { kind: "broken", count: broken, color: "text-error" },
  ] as const;
  const kinds = all.filter(({ kind, count }) => count > 0 || shown === kind);
  return (
    <span className="flex items-center gap-1">
      {kinds.map(({ kind, count, color }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={shown === kind}
          onClick={() => onShow(shown === kind ? null : kind)}
          className={cx(
            "rounded-md border border-line px-1.5 text-2xs font-medium whitespace-nowrap tabular-nums",
            "hover:bg-surface-hover aria-pressed:bg-surface-hover aria-pressed:ring-1",
            color,
          )}
        >
          {count.toLocaleString("en")} {kind}
        </button>
      ))}
    </span>
  );
}
