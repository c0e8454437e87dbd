import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Case, GridRow } from "@/api/types";
import { firstCasesQuery, valueText } from "@/features/datasets";
import { PlainRowHead, ResultsGrid, type RowLook, type RowSource } from "@/features/runs";
import type { WorkbenchGridProps } from "./gridProps";
import { useTargetColumns } from "./useTargetColumns";

const BLANK = <span className="block px-3 py-2 text-xs text-ink-subtle">Not run yet</span>;
/** So many cases are shown before the first run; the rest is numbers. */
const SHOWN = 50;
const SHORT = 400;

/** Before the first run: the columns and rows that it will have, with the cases it will ask. */
export function EmptyGrid({ project, targets, onTargets, dataset, variables, caseCount, compact }: WorkbenchGridProps) {
  const { columns, end, dialog } = useTargetColumns({ project, targets, onTargets, places: [] });
  const first = useQuery({
    ...firstCasesQuery(project.slug, dataset ?? "", SHOWN),
    enabled: dataset !== null,
  }).data?.items;
  const known = useMemo(() => (first ?? []).map((each, place) => rowOf(each, place, variables)), [first, variables]);
  const showCase = known.length > 0;
  const look = useMemo(
    (): RowLook => ({ Cell: NoCell, RowHead: PlainRowHead, blank: BLANK, showCase, compact }),
    [showCase, compact],
  );
  const rows: RowSource = {
    total: Math.max(1, caseCount),
    at: (place) => known[place] ?? blankRow(place),
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
        look={look}
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

function NoCell() {
  return null;
}

function rowOf({ values, expected }: Case, place: number, variables: readonly string[]): GridRow {
  const shown = Object.entries(values).filter(([name]) => variables.length === 0 || variables.includes(name));
  return {
    ...blankRow(place),
    values: Object.fromEntries(
      shown.map(([name, value]) => [
        name,
        { ...shortened(valueText(value)), file: typeof value === "object" && "file" in value ? value : null },
      ]),
    ),
    expected: expected === null ? null : shortened(expected),
  };
}

function shortened(text: string) {
  return { text: text.slice(0, SHORT), truncated: text.length > SHORT };
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
