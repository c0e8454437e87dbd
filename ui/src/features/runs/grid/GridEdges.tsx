/** The first and the last line of the results grid: the names of the columns and their sums. They stay in sight. */
import type { ReactNode } from "react";
import { cx } from "@/shared/ui/cx";
import { type GridShape, HEADER_PX } from "./gridShape";
import type { GridColumn } from "./gridTypes";

interface GridEdgeProps {
  shape: GridShape;
  columns: readonly GridColumn[];
  corner: ReactNode;
}

/** Columns that stay at the left while the others scroll. */
export const stickyCell = "sticky z-10 border-r border-line";

export function GridHead({ shape, columns, corner, end }: GridEdgeProps & { end: ReactNode }) {
  const { showInput, showExpected, lead, numberPx, template } = shape;
  return (
    <div role="rowgroup" className="sticky top-0 z-20">
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line bg-surface text-xs font-medium text-ink-muted"
        style={{ gridTemplateColumns: template, height: HEADER_PX }}
      >
        <div
          role="columnheader"
          aria-colindex={1}
          className={cx(stickyCell, "left-0 flex items-center justify-center bg-surface")}
        >
          {corner}
        </div>
        {showInput && (
          <div
            role="columnheader"
            aria-colindex={2}
            style={{ left: numberPx }}
            className={cx(stickyCell, "flex items-center bg-surface px-3")}
          >
            Input
          </div>
        )}
        {showExpected && (
          <div role="columnheader" aria-colindex={3} className="flex items-center px-3">
            Expected
          </div>
        )}
        {columns.map((column, index) => (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={lead + index + 1}
            className={cx("group/head flex min-w-0 items-center px-3", hasEdge(shape, index) && "border-l border-line")}
          >
            {column.head}
          </div>
        ))}
        {end && (
          <div
            role="columnheader"
            aria-colindex={lead + columns.length + 1}
            className="flex items-center justify-center border-l border-line"
          >
            {end}
          </div>
        )}
      </div>
    </div>
  );
}

interface GridFootProps extends GridEdgeProps {
  rowIndex: number;
}

export function GridFoot({ shape, columns, corner, rowIndex }: GridFootProps) {
  const { showInput, showExpected, lead, numberPx, template } = shape;
  return (
    <div role="rowgroup" className="sticky bottom-0 z-20">
      <div
        role="row"
        aria-rowindex={rowIndex}
        className="grid min-h-9 items-stretch border-t border-line bg-surface text-xs"
        style={{ gridTemplateColumns: template }}
      >
        <div
          role="rowheader"
          aria-colindex={1}
          className={cx(stickyCell, "left-0 flex items-center justify-center bg-surface font-medium text-ink-muted")}
        >
          {corner}
        </div>
        {showInput && (
          <div role="gridcell" aria-colindex={2} style={{ left: numberPx }} className={cx(stickyCell, "bg-surface")} />
        )}
        {showExpected && <div role="gridcell" aria-colindex={3} />}
        {columns.map((column, index) => (
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={lead + index + 1}
            className={cx("flex min-w-0 items-center px-3 py-1", hasEdge(shape, index) && "border-l border-line")}
          >
            {column.foot}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Whether an answer column draws the line at its left: sticky columns bring their own. */
export function hasEdge({ showExpected }: GridShape, index: number): boolean {
  return index > 0 || showExpected;
}
