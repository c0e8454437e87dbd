/** What all cells of the grid share; only a change of it renders the visible cells again. */
import { createContext, use } from "react";
import type { GridCell, GridRow, RunReport } from "@/api/types";
import type { Metric } from "../setup/runSetup";

export interface GridActions {
  project: string;
  run: RunReport;
  metric: Metric;
  /** Why cells that wait are not asked; null: the run works. */
  idle: string | null;
  mayRepeat: boolean;
  mayMark: boolean;
  repeat: (ordinals: readonly number[]) => void;
  grade: (cell: GridCell, grade: number | null) => void;
  flag: (cell: GridCell) => void;
  copy: (cell: GridCell) => void;
  sideBySide: (row: number) => void;
  repeatRow: (row: GridRow) => void;
}

export const GridContext = createContext<GridActions | null>(null);

export function useGridContext(): GridActions {
  const bench = use(GridContext);
  if (!bench) throw new Error("A cell stands outside of the workbench");
  return bench;
}

export function isDone(cell: Pick<GridCell, "state">): boolean {
  return cell.state !== "open" && cell.state !== "calling";
}

export function isGradable(cell: Pick<GridCell, "state">): boolean {
  return cell.state === "answered" || cell.state === "malformed";
}
