/** The answers of a run that did not pass, as an assistant may learn from them. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { GridCell, GridRow, RunReport } from "@/api/types";
import type { FailingCells } from "@/features/prompts";
import { rowsQuery } from "../grid/gridApi";
import type { WantedRows } from "../grid/rowFilter";

/** As many as the server takes. */
const MOST = 10;

interface ScoredCell extends Pick<GridCell, "manual" | "state"> {
  scores: readonly { passed: boolean | null }[];
}

/** A person's score counts before those of scorers. */
export function isFailing({ manual, state, scores }: ScoredCell): boolean {
  if (manual !== null) return manual < 0.5;
  return state === "malformed" || (state === "answered" && scores.some(({ passed }) => passed === false));
}

/** One answer of each row, so that they show different problems. */
export function failingOf(rows: readonly GridRow[], most = MOST): number[] {
  return rows
    .flatMap(({ cells }) => cells.find(isFailing) ?? [])
    .slice(0, most)
    .map(({ ordinal }) => ordinal);
}

/** Of the rows that the grid shows; without a filter, of all that did not pass. */
export function useFailingCells(project: string, run: RunReport | null, wanted: WantedRows): FailingCells | null {
  const rows = useInfiniteQuery({
    ...rowsQuery(project, run?.id ?? "", { ...wanted, show: wanted.show ?? "not_passed" }),
    enabled: run !== null,
  });
  if (run === null || !rows.data) return null;
  return { run: run.id, number: run.number, cells: failingOf(rows.data.pages.flatMap(({ items }) => items)) };
}
