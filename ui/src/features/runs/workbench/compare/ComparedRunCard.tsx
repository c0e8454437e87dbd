import type { ComparedSide, RunReport } from "@/api/types";
import { columnName } from "@/features/runs";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { Select } from "@/shared/ui/Select";

interface ComparedRunCardProps {
  title: string;
  side: ComparedSide;
  /** For its columns; the comparison itself knows only the chosen one. */
  run: RunReport | undefined;
  onColumn: (column: number) => void;
}

export function ComparedRunCard({ title, side, run, onColumn }: ComparedRunCardProps) {
  const columns = run?.plan.columns ?? [];
  return (
    <div
      role="group"
      aria-label={title}
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line px-3 py-2"
    >
      <span className="text-xs font-medium text-ink-subtle">{title}</span>
      <span className="text-sm font-medium text-ink">Run #{side.number}</span>
      <span className="font-mono text-xs text-ink-muted">v{side.version}</span>
      <span className="text-xs text-ink-subtle">
        <RelativeTime at={side.created_at} />
      </span>
      {columns.length > 1 ? (
        <Select
          label={`Column of ${title.toLowerCase()}`}
          size="sm"
          className="ml-auto w-52 max-w-full"
          value={String(side.column)}
          onChange={(column) => onColumn(Number(column))}
          options={columns.map((column, place) => ({ value: String(place), label: columnName(column, columns) }))}
        />
      ) : (
        <span className="ml-auto truncate text-sm text-ink">{side.model_name}</span>
      )}
    </div>
  );
}
