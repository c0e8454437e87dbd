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
      void cache.invalidateQueries({ queryKey: reportKey(project, run) });
    },
    onError: (error: unknown) => {
      notify.failure(error);
      void cache.invalidateQueries({ queryKey: rowsKey(project, run) });
    },
  };
}

export function useGradeCell(project: string, run: string) {
  const { cache, ...settled } = useMarked(project, run);
  return useMutation({
    // One after the other: who clicks twice means the second.
    scope: { id: `marks of ${run}` },
    mutationFn: ({ ordinal, grade }: { ordinal: number; grade: number | null }) =>
      unwrap(api.PUT("/api/v1/projects/{project}/runs/{run}/cells/{ordinal}/grade", { params: { path: { project, run, ordinal } }, body: { grade } })),
    onMutate: ({ ordinal, grade }) => putCells(cache, project, run, [ordinal], { manual: grade }),
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
