import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import type { GridRow, Project, RunColumn, RunReport } from "@/api/types";
import { useWide } from "@/features/datasets";
import { isProvider } from "@/shared/format/providers";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { isWorking } from "../states";
import { columnDetail, columnName } from "../words";
import { CellSheet } from "./CellSheet";
import { rowsQuery } from "./gridApi";
import { GridFilters } from "./GridFilters";
import { ResultCards } from "./ResultCards";
import { ResultsGrid } from "./ResultsGrid";
import { isFiltered, orderOf, type WantedRows } from "./rowFilter";

interface ResultsPanelProps {
  project: Project;
  run: RunReport;
  wanted: WantedRows;
  /** The cell whose panel is open. */
  cell: number | null;
  onWanted: (wanted: WantedRows, replace: boolean) => void;
  onCell: (ordinal: number | null) => void;
  onShown: (rows: readonly GridRow[]) => void;
}

export function ResultsPanel({ project, run, wanted, cell, onWanted, onCell, onShown }: ResultsPanelProps) {
  const list = useInfiniteQuery(rowsQuery(project.slug, run.id, wanted));
  const wide = useWide();
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const { plan } = run;
  const all = plan.cases * plan.trials;
  const filtered = isFiltered(wanted);
  // How many rows fit a filter is not counted: the list grows as it is read.
  const total = filtered || list.isPlaceholderData ? rows.length + (list.hasNextPage ? 1 : 0) : all;
  const List = wide ? ResultsGrid : ResultCards;
  const names: string[] = [];
  for (const { number, name } of run.scorers) names[number] = name;
  return (
    <section aria-label="Results" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold text-ink">Results</h2>
        <p role="status" className="text-xs text-ink-subtle">{filtered ? `${countOf(rows.length, "row")}${list.hasNextPage ? " and more" : ""} of ${all.toLocaleString("en")} match` : countOf(all, "row")}</p>
      </div>
      <GridFilters project={project.slug} run={run} wanted={wanted} onChange={onWanted} />
      {list.isPending && <RowSkeletons count={6} label="Loading results" />}
      {list.isError && rows.length === 0 && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState icon={<SearchX />} title={filtered ? "No results found" : "Nothing here yet"} action={filtered && <Button variant="secondary" onClick={() => onWanted(orderOf(wanted), false)}>Clear filters</Button>}>
          {filtered ? "No row matches these filters." : "The cases of this run are being laid out."}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <List
          key={JSON.stringify(wanted)}
          columns={plan.columns.map((column) => ({ key: String(column.number), name: columnName(column, plan.columns), header: <ColumnHead column={column} all={plan.columns} /> }))}
          scorers={names}
          rows={rows}
          total={total}
          trials={plan.trials}
          idle={!isWorking(run.state)}
          open={cell}
          stale={list.isPlaceholderData}
          onOpen={onCell}
          onNearEnd={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          onShown={onShown}
        />
      )}
      {cell !== null && cell < plan.cells && <CellSheet project={project} run={run} ordinal={cell} rows={rows} onGo={onCell} onClose={() => onCell(null)} />}
    </section>
  );
}

function ColumnHead({ column, all }: { column: RunColumn; all: readonly RunColumn[] }) {
  const detail = columnDetail(column, all);
  return (
    <span className="flex min-w-0 items-center gap-2">
      {isProvider(column.provider) && <ProviderMark provider={column.provider} size="sm" />}
      <span className="min-w-0 leading-4">
        <span className="block truncate text-sm text-ink">{column.model_name}</span>
        {detail && <span title={detail} className="block truncate text-2xs font-normal text-ink-subtle">{detail}</span>}
      </span>
    </span>
  );
}
