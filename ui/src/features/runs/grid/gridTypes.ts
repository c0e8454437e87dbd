/** What the grid of results is made of. */
import type { ComponentType, NamedExoticComponent, ReactNode } from "react";
import type { GridCell, GridRow } from "@/api/types";

export interface GridColumn {
  key: string;
  /** For screen readers and for narrow screens. */
  name: string;
  head: ReactNode;
  foot?: ReactNode;
  /** The cell of the row; null if the run has none for this column. */
  place: number | null;
}

/** What a row has to know of a column. */
export type Spot = Pick<GridColumn, "key" | "name" | "place">;

export interface CellProps {
  cell: GridCell;
  /** Said to screen readers: the row and the column. */
  label: string;
  /** The arrows are here: what is inside can be reached by Tab. */
  active: boolean;
  /** One line. */
  compact: boolean;
}

export interface RowHeadProps {
  row: GridRow;
  name: string;
  active: boolean;
  trials: number;
  compact: boolean;
}

/** How rows are drawn. The parts are components and stay the same, so that a row renders again only when it changes. */
export interface RowLook {
  Cell: ComponentType<CellProps> | NamedExoticComponent<CellProps>;
  RowHead: ComponentType<RowHeadProps>;
  /** Stands where the run has no cell. */
  blank?: ReactNode;
  /** The case and what is expected have columns of their own. */
  showCase: boolean;
  /** One line a row; otherwise rows are as high as what is in them. */
  compact: boolean;
}
