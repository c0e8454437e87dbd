import { useQuery } from "@tanstack/react-query";
import { Columns2, PanelLeft, SearchX } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { RunReport } from "@/api/types";
import {
  CellSheet,
  ColumnHead,
  columnName,
  type GridColumn,
  inPlainOrder,
  isFiltered,
  orderOf,
  ResultsGrid,
  type RowLook,
  useGridRows,
  useRepeatCells,
  useRunLive,
} from "@/features/runs";
import { baselineQuery, ColumnChangeLine } from "@/features/results";
import { useStoredFlag } from "@/shared/theme/useStoredFlag";
import { Button } from "@/shared/ui/Button";
import { EmptyState } from "@/shared/ui/EmptyState";
import { ErrorState } from "@/shared/ui/ErrorState";
import { IconButton } from "@/shared/ui/IconButton";
import { notify } from "@/shared/ui/notify";
import { GridContext } from "../cells/gridContext";
import { RowHead } from "../cells/RowHead";
import { WorkbenchCell } from "../cells/WorkbenchCell";
import { SideBySide } from "../sidebyside/SideBySide";
import { flippedOf } from "../workbenchUrlState";
import { matchColumns } from "./matchColumns";
import type { WorkbenchGridProps } from "./gridProps";
import { SummaryCell } from "./SummaryCell";
import { useGridActions } from "./useGridActions";
import { useTargetColumns } from "./useTargetColumns";

const BLANK = <span className="block px-3 py-2 text-xs text-ink-subtle">Not run yet</span>;

export function FilledGrid(props: WorkbenchGridProps & { run: RunReport }) {
  const { project, run, historical, targets, onTargets, metric, onMetric, wanted, onWanted, cell, onCell, compact } =
    props;
  const { plan } = run;
  const live = useRunLive(project.slug, run, inPlainOrder(wanted));
  const rows = useGridRows(project.slug, run, wanted);
  const [wantsCase, setWantsCase] = useStoredFlag("edison.workbench-cases", true);
  const showCase = wantsCase && plan.dataset_id !== null;
  const look = useMemo(
    (): RowLook => ({ Cell: WorkbenchCell, RowHead, blank: BLANK, showCase, compact }),
    [showCase, compact],
  );
  const [side, setSide] = useState<number | null>(null);
  const openSide = useCallback((row: number) => setSide(row), []);
  const { bench, press } = useGridActions({ project, run, historical, metric, onMetric, onSideBySide: openSide });
  const { mutate: repeat } = useRepeatCells(project.slug, run.id);
  const compared = useQuery({
    ...baselineQuery(project.slug, run.id, wanted.baseline, wanted.metric),
    enabled: run.state === "completed",
  }).data;
  const changes = metric === "grade" && run.state === "completed" ? (compared?.columns ?? []) : [];
  const foot = (place: number) => {
    const change = changes.find(({ column }) => column === place);
    return (
      <span className="flex min-w-0 flex-1 flex-col justify-center gap-0.5">
        <SummaryCell run={run} column={place} metric={metric} />
        {change && compared && (
          <ColumnChangeLine
            project={project.slug}
            verdict={compared}
            change={change}
            shown={wanted.column === place ? flippedOf(wanted) : null}
            onShow={(kind) => onWanted(kind ? { show: kind, column: place } : orderOf(wanted))}
          />
        )}
      </span>
    );
  };
  const own = useTargetColumns({
    project,
    targets,
    onTargets,
    places: matchColumns(targets, plan.columns),
    foot,
    onRepeat: bench.mayRepeat
      ? (column) =>
          repeat({ column }, { onSuccess: () => notify.success("Running the column again"), onError: notify.failure })
      : null,
  });
  // A run of the past is shown as it was.
  const past = plan.columns.map((column, place): GridColumn => ({
    key: `run-${place}`,
    name: columnName(column, plan.columns),
    place,
    head: <ColumnHead column={column} all={plan.columns} />,
    foot: foot(place),
  }));
  const filtered = isFiltered(wanted);
  const empty = !rows.pending && rows.error === null && rows.total === 0;
  return (
    <GridContext value={bench}>
      {rows.error !== null && (
        <div className="p-4">
          <ErrorState error={rows.error} onRetry={rows.retry} />
        </div>
      )}
      {empty && (
        <EmptyState
          icon={<SearchX />}
          title={filtered ? "No results found" : "No results yet"}
          action={
            filtered && (
              <Button variant="secondary" onClick={() => onWanted(orderOf(wanted))}>
                Clear filters
              </Button>
            )
          }
        >
          {filtered ? "No row matches these filters." : "The cases of this run are being loaded."}
        </EmptyState>
      )}
      {rows.error === null && !empty && (
        <ResultsGrid
          key={JSON.stringify(wanted)}
          columns={historical ? past : own.columns}
          rows={rows}
          trials={plan.trials}
          look={look}
          open={cell}
          corner={
            <IconButton
              label={showCase ? "Row: hide input and expected answer" : "Row: show input and expected answer"}
              aria-pressed={showCase}
              className="h-8! w-12! gap-1 text-xs font-medium"
              onClick={() => setWantsCase(!showCase)}
            >
              Row <PanelLeft aria-hidden className="size-3!" />
            </IconButton>
          }
          footCorner="Avg"
          end={historical ? undefined : own.end}
          className="max-h-full min-h-0 rounded-none border-x-0 border-t-0"
          onOpen={onCell}
          onShown={live.show}
          onKey={press}
        />
      )}
      {!historical && own.dialog}
      {cell !== null && cell < plan.cells && (
        <CellSheet
          project={project}
          run={run}
          ordinal={cell}
          rows={rows}
          historical={historical}
          more={
            plan.columns.length > 1 && (
              <Button
                variant="secondary"
                onClick={() => {
                  onCell(null);
                  setSide(Math.floor(cell / plan.columns.length));
                }}
              >
                <Columns2 aria-hidden /> Side by side
              </Button>
            )
          }
          onGo={onCell}
          onClose={() => onCell(null)}
        />
      )}
      {side !== null && <SideBySide row={side} wanted={wanted} onGo={setSide} onClose={() => setSide(null)} />}
    </GridContext>
  );
}
