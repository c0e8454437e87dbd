/** What people say of a cell: a grade, a flag. Shown at once, taken back if the server says no. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Cell, CellMark } from "@/api/types";
import { api, unwrap } from "@/shared/http/client";
import { notify } from "@/shared/ui/notify";
import { reportKey } from "../api";
import { cellKey, putCells, rowsKey } from "./gridApi";

function useMarked(project: string, run: string) {
  const cache = useQueryClient();
  return {
    cache,
    onSuccess: (mark: CellMark) => {
      cache.setQueryData<Cell>(cellKey(project, run, mark.ordinal), (cell) => cell && { ...cell, mark });
      putCells(cache, project, run, [mark.ordinal], { manual: mark.grade });
      void cache.invalidateQueries({ queryKey: reportKey(project, run) });
    },
    onError: (error: unknown) => {
      notify.failure(error);
      void cache.invalidateQueries({ queryKey: rowsKey(project, run) });
    },
  };
}

/** One of the three: a grade from 0 to 1 or none, stars, or criteria on their own scales. */
export type GivenGrade = { ordinal: number; note?: string } & ({ grade: number | null } | { stars: number } | { criteria: Record<string, number> });

/** What the grid shows before the server has said yes; the weights of criteria are the server's. */
export function gradeAtOnce(given: GivenGrade): { manual?: number | null } {
  if ("grade" in given) return { manual: given.grade };
  return "stars" in given ? { manual: (given.stars - 1) / 4 } : {};
}

export function useGradeCell(project: string, run: string) {
  const { cache, ...settled } = useMarked(project, run);
  return useMutation({
    // One after the other: who clicks twice means the second.
    scope: { id: `marks of ${run}` },
    mutationFn: ({ ordinal, note = "", ...said }: GivenGrade) =>
      unwrap(api.PUT("/api/v1/projects/{project}/runs/{run}/cells/{ordinal}/grade", { params: { path: { project, run, ordinal } }, body: { ...said, note } })),
    onMutate: (given) => putCells(cache, project, run, [given.ordinal], gradeAtOnce(given)),
    ...settled,
  });
}

export function useFlagCell(project: string, run: string) {
  const { cache, ...settled } = useMarked(project, run);
  return useMutation({
    scope: { id: `marks of ${run}` },
    mutationFn: ({ ordinal, ...body }: { ordinal: number; flagged: boolean; note: string }) =>
      unwrap(api.PUT("/api/v1/projects/{project}/runs/{run}/cells/{ordinal}/flag", { params: { path: { project, run, ordinal } }, body })),
    onMutate: ({ ordinal, flagged }) => putCells(cache, project, run, [ordinal], { flagged }),
    ...settled,
  });
}
