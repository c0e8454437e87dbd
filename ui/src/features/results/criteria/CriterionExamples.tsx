import { useInfiniteQuery } from "@tanstack/react-query";
import type { Scale } from "@/shared/charts/estimateText";
import { Button } from "@/shared/ui/Button";
import { ErrorState } from "@/shared/ui/ErrorState";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { resultCellsQuery } from "../api";
import { CellCard } from "../cells/CellCard";
import type { WantedCells } from "../resultsUrlState";
import type { ColumnResult } from "@/api/types";

interface CriterionExamplesProps {
  project: string;
  run: string;
  title: string;
  wanted: WantedCells;
  scale: Scale;
  columns: readonly ColumnResult[];
  onCell: (ordinal: number) => void;
  onAll: () => void;
}

const FEW = 3;

/** A few answers at one end of the scale, with the judge's reasons. */
export function CriterionExamples({
  project,
  run,
  title,
  wanted,
  scale,
  columns,
  onCell,
  onAll,
}: CriterionExamplesProps) {
  const found = useInfiniteQuery(resultCellsQuery(project, run, wanted, { limit: FEW }));
  const cells = found.data?.pages[0]?.items ?? [];
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex items-center justify-between">
        <h3 className="text-sm font-semibold text-ink">{title}</h3>
        {cells.length > 0 && (
          <Button variant="ghost" size="xs" onClick={onAll}>
            Show all
          </Button>
        )}
      </div>
      {found.isPending && <RowSkeletons count={FEW} label={`Loading ${title.toLowerCase()}`} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && cells.length === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-subtle">
          No answers in this group.
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {cells.slice(0, FEW).map((cell) => (
          <CellCard
            key={cell.ordinal}
            cell={cell}
            scale={scale}
            columns={columns}
            onOpen={() => onCell(cell.ordinal)}
          />
        ))}
      </ul>
    </section>
  );
}
