import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { Scale } from "@/shared/charts/estimateText";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { Segmented } from "@/shared/ui/Segmented";
import { Sheet } from "@/shared/ui/Sheet";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { resultCellsQuery } from "../api";
import type { WantedCells } from "../resultsUrlState";
import type { ColumnResult } from "@/api/types";
import { CellCard } from "./CellCard";
import { cellsTitle } from "./cellsTitle";

interface CellsSheetProps {
  project: string;
  run: string;
  wanted: WantedCells;
  scale: Scale;
  /** Whose scores they are. */
  metric: string;
  columns: readonly ColumnResult[];
  onWanted: (wanted: WantedCells) => void;
  onCell: (ordinal: number) => void;
  onClose: () => void;
}

/** The answers that a number is made of. */
export function CellsSheet(props: CellsSheetProps) {
  const { project, run, wanted, scale, metric, columns, onWanted, onCell, onClose } = props;
  const found = useInfiniteQuery(resultCellsQuery(project, run, wanted, { metric }));
  const cells = found.data?.pages.flatMap((page) => page.items) ?? [];
  const { best, ...rest } = wanted;
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={cellsTitle(wanted, columns, scale)}
      actions={
        <Segmented
          label="Order"
          value={best ? "best" : "worst"}
          onChange={(next) => onWanted(next === "best" ? { ...rest, best: true } : rest)}
          options={[
            { value: "worst", label: "Lowest first" },
            { value: "best", label: "Highest first" },
          ]}
        />
      }
    >
      {found.isPending && <RowSkeletons count={8} label="Loading cells" />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && cells.length === 0 && (
        <EmptyState action={null} icon={<SearchX />} title="No cells found">
          The results may have changed. Close this panel and check the numbers again.
        </EmptyState>
      )}
      <ul aria-label="Cells" className="flex flex-col gap-2">
        {cells.map((cell) => (
          <CellCard
            key={cell.ordinal}
            cell={cell}
            scale={scale}
            columns={columns}
            onOpen={() => onCell(cell.ordinal)}
          />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-3 self-center"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Sheet>
  );
}
