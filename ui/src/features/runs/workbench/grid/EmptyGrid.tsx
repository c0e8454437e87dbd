import type { GridRow } from "@/api/types";
import { PlainRowHead, ResultsGrid, type RowLook, type RowSource } from "@/features/runs";
import type { WorkbenchGridProps } from "./gridProps";
import { useTargetColumns } from "./useTargetColumns";

const LOOK: RowLook = {
  Cell: () => null,
  RowHead: PlainRowHead,
  blank: <span className="block p-3 text-xs text-ink-subtle">Not run yet</span>,
  showCase: false,
};

/** Before the first run: the columns and rows that it will have. */
export function EmptyGrid({ project, targets, onTargets, caseCount }: WorkbenchGridProps) {
  const { columns, end, dialog } = useTargetColumns({ project, targets, onTargets, places: [] });
  const rows: RowSource = {
    total: Math.max(1, caseCount),
    at: blankRow,
    placeOf: (row) => row,
    look: () => undefined,
    pending: false,
    error: null,
    retry: () => undefined,
    stale: false,
    more: false,
  };
  return (
    <>
      <ResultsGrid
        columns={columns}
        rows={rows}
        trials={1}
        look={LOOK}
        open={null}
        corner="Row"
        end={end}
        className="max-h-full min-h-0 rounded-none border-x-0 border-t-0"
        onOpen={() => undefined}
        onShown={() => undefined}
      />
      {dialog}
    </>
  );
}

const BLANKS = new Map<number, GridRow>();

function blankRow(place: number): GridRow {
  const known = BLANKS.get(place);
  if (known) return known;
  const row: GridRow = {
    row: place,
    position: place,
    trial: 0,
    case_id: null,
    revision: null,
    values: {},
    expected: null,
    tags: [],
    cells: [],
  };
  BLANKS.set(place, row);
  return row;
}
