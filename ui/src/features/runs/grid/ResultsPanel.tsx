import { SearchX } from "lucide-react";
import { createContext, use, useMemo } from "react";
import type { GridRow, Project, RunReport } from "@/api/types";
import { scorerPassAt, scorerScale } from "@/shared/metrics/metricFigures";
import { useOpenThreads } from "@/features/comments";
import { useWide } from "@/features/datasets";
import { countOf } from "@/shared/format/quantities";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { moneyOfCell } from "@/shared/ui/SimulatedMark";
import { RowSkeletons } from "@/shared/ui/Skeleton";
import { idleWords } from "../runStates";
import { columnName } from "../runPhrasing";
import { CellSheet } from "./CellSheet";
import { ColumnHead } from "./ColumnHead";
import { GridFilters } from "./GridFilters";
import type { CellProps, RowLook } from "./gridTypes";
import { ResultCards } from "./ResultCards";
import { ResultCell } from "./ResultCell";
import type { ShownScorer } from "./ScoreBadge";
import { PlainRowHead } from "./PlainRowHead";
import { ResultsGrid } from "./ResultsGrid";
import { isFiltered, orderOf, type WantedRows } from "./rowFilter";
import { useGridRows } from "./useGridRows";

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

interface CellFrame {
  run: string;
  scorers: readonly ShownScorer[];
  idle: string | null;
  plan: Pick<RunReport["plan"], "columns">;
  /** The number of open threads of comments, by ordinal. */
  threads: ReadonlyMap<string, number>;
}
const Frame = createContext<CellFrame>({ run: "", scorers: [], idle: null, plan: { columns: [] }, threads: new Map() });

function PlainCell({ cell, label }: CellProps) {
  const { plan, threads, ...frame } = use(Frame);
  const open = threads.get(String(cell.ordinal)) ?? 0;
  return <ResultCell {...frame} cell={cell} label={label} threads={open} money={moneyOfCell(plan, cell)} />;
}

const LOOK: RowLook = { Cell: PlainCell, RowHead: PlainRowHead, showCase: true, compact: false };

export function ResultsPanel({ project, run, wanted, cell, onWanted, onCell, onShown }: ResultsPanelProps) {
  const rows = useGridRows(project.slug, run, wanted);
  const threads = useOpenThreads(project.slug, "cell", run.id);
  const wide = useWide();
  const { plan, scorers, metrics } = run;
  const all = plan.cases * plan.trials;
  const filtered = isFiltered(wanted);
  const columns = useMemo(
    () =>
      plan.columns.map((column, place) => ({
        key: String(column.number),
        name: columnName(column, plan.columns),
        head: <ColumnHead column={column} all={plan.columns} />,
        place,
      })),
    [plan.columns],
  );
  const idle = idleWords(run);
  const frame = useMemo(() => {
    const shown: ShownScorer[] = [];
    for (const { number, name, spec } of scorers)
      shown[number] = {
        name,
        scale: scorerScale(metrics, number),
        passAt: scorerPassAt(metrics, number),
        exam: Boolean(spec["exam"]),
      };
    return { run: run.id, scorers: shown, idle, plan, threads };
  }, [run.id, scorers, metrics, idle, plan, threads]);
  const empty = !rows.pending && !rows.error && rows.total === 0;
  return (
    <section aria-label="Results" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold text-ink">Results</h2>
        <p role="status" className="text-xs text-ink-subtle">
          {filtered
            ? `${countOf(rows.total - (rows.more ? 1 : 0), "row")}${rows.more ? " and more" : ""} ` +
              `of ${all.toLocaleString("en")} match`
            : countOf(all, "row")}
        </p>
      </div>
      <GridFilters project={project.slug} run={run} wanted={wanted} onChange={onWanted} kindSearch={(next) => next} />
      {rows.pending && <RowSkeletons count={6} label="Loading results" />}
      {rows.error !== null && <ErrorState error={rows.error} onRetry={rows.retry} />}
      {empty && (
        <EmptyState
          icon={<SearchX />}
          title={filtered ? "No results found" : "No results yet"}
          action={
            filtered && (
              <Button variant="secondary" onClick={() => onWanted(orderOf(wanted), false)}>
                Clear filters
              </Button>
            )
          }
        >
          {filtered ? "No row matches these filters." : "The cases of this run are being loaded."}
        </EmptyState>
      )}
      {!rows.pending && rows.error === null && !empty && (
        <Frame value={frame}>
          {wide ? (
            <ResultsGrid
              key={JSON.stringify(wanted)}
              columns={columns}
              rows={rows}
              trials={plan.trials}
              look={LOOK}
              open={cell}
              onOpen={onCell}
              onShown={onShown}
              className="max-h-[calc(100dvh-9rem)]"
            />
          ) : (
            <ResultCards
              key={JSON.stringify(wanted)}
              {...frame}
              columns={columns.map(({ name }) => name)}
              rows={rows}
              trials={plan.trials}
              open={cell}
              onOpen={onCell}
              onShown={onShown}
            />
          )}
        </Frame>
      )}
      {cell !== null && cell < plan.cells && (
        <CellSheet project={project} run={run} ordinal={cell} rows={rows} onGo={onCell} onClose={() => onCell(null)} />
      )}
    </section>
  );
}
