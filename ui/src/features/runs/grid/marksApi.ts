/** What people say of a cell: a grade, a flag. Shown at once, taken back if the server says no. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Cell, CellMark, GridCell } from "@/api/types";
import { callApi } from "@/shared/http/callApi";
import { notify } from "@/shared/ui/notify";
import { reportKey } from "../api";
import { cellKey, putCells, rowCountsKey, rowsKey } from "./gridApi";

const marksKey = (project: string, run: string) => ["marks", project, run] as const;

/** Whatever the server knew when it was asked, what a person said since then is shown. */
export function putPendingMarks(cache: QueryClient, project: string, run: string): void {
  for (const { state } of cache
    .getMutationCache()
    .findAll({ mutationKey: marksKey(project, run), status: "pending" })) {
    const said = state.variables as GivenGrade | GivenFlag | undefined;
    if (said) putCells(cache, project, run, [said.ordinal], shownAtOnce(said));
  }
}

function useMarked(project: string, run: string) {
  const cache = useQueryClient();
  return {
    cache,
    onSuccess: (mark: CellMark) => {
      cache.setQueryData<Cell>(cellKey(project, run, mark.ordinal), (cell) => cell && { ...cell, mark });
      putCells(cache, project, run, [mark.ordinal], { manual: mark.grade });
      putPendingMarks(cache, project, run);
      void cache.invalidateQueries({ queryKey: reportKey(project, run) });
      void cache.invalidateQueries({ queryKey: rowCountsKey(project, run) });
    },
    onError: (error: unknown) => {
      notify.failure(error);
      void cache.invalidateQueries({ queryKey: rowsKey(project, run) });
    },
  };
}

/** One of the three: a grade from 0 to 1 or none, stars, or criteria on their own scales. */
export type GivenGrade = { ordinal: number; note?: string } & (
  | { grade: number | null }
  | { stars: number }
  | { criteria: Record<string, number> }
);

interface GivenFlag {
  ordinal: number;
  flagged: boolean;
  note: string;
}

/** What the grid shows before the server has said yes; the weights of criteria are the server's. */
export function shownAtOnce(given: GivenGrade | GivenFlag): Partial<Pick<GridCell, "manual" | "flagged">> {
  if ("flagged" in given) return { flagged: given.flagged };
  if ("grade" in given) return { manual: given.grade };
  return "stars" in given ? { manual: (given.stars - 1) / 4 } : {};
}

export function useGradeCell(project: string, run: string) {
  const { cache, ...settled } = useMarked(project, run);
  return useMutation({
    // One after the other: who clicks twice means the second.
    scope: { id: `marks of ${run}` },
    mutationKey: marksKey(project, run),
    mutationFn: ({ ordinal, note = "", ...said }: GivenGrade) =>
      callApi("PUT", "/api/v1/projects/{project}/runs/{run}/cells/{ordinal}/grade", {
        path: { project, run, ordinal },
        body: { ...said, note },
      }),
    onMutate: (given) => putCells(cache, project, run, [given.ordinal], shownAtOnce(given)),
    ...settled,
  });
}

export function useFlagCell(project: string, run: string) {
  const { cache, ...settled } = useMarked(project, run);
  return useMutation({
    scope: { id: `marks of ${run}` },
    mutationKey: marksKey(project, run),
    mutationFn: ({ ordinal, ...body }: GivenFlag) =>
      callApi("PUT", "/api/v1/projects/{project}/runs/{run}/cells/{ordinal}/flag", {
        path: { project, run, ordinal },
        body,
      }),
    onMutate: (given) => putCells(cache, project, run, [given.ordinal], shownAtOnce(given)),
    ...settled,
  });
}
