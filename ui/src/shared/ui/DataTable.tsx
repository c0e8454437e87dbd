/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers drop the meaning of table elements as soon as CSS changes their display, so the roles are said aloud. */
/** A table where there is room, stacked cards where there is not: one set of elements, two layouts. */
import { Fragment, type ReactNode } from "react";
import { cx } from "./cx";

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Applied to the cell from the table breakpoint on. */
  className?: string;
  align?: "left" | "right";
  /** The first line of a card: no label beside it. */
  lead?: boolean;
  hideHeader?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Content for a full-width row below, when there is some. */
  detail?: (row: Row) => ReactNode | null;
  /**
   * Columns keep the widths of their classes, and long text is cut: for rows of which nobody knows how long they are.
   */
  fixed?: boolean;
}

export function DataTable<Row>({ caption, columns, rows, rowKey, detail, fixed = false }: DataTableProps<Row>) {
  return (
    <table
      role="table"
      className={cx(
        "block w-full text-sm lg:table lg:border-separate lg:border-spacing-0 lg:rounded-lg lg:border lg:border-line",
        fixed && "lg:table-fixed",
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={cx(
                "h-9 border-b border-line bg-surface px-4 text-xs font-medium text-ink-muted",
                "first:rounded-tl-lg last:rounded-tr-lg",
                column.align === "right" ? "text-right" : "text-left",
                // The first row sets the widths of a fixed table.
                fixed && column.className,
              )}
            >
              {column.hideHeader ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block space-y-2 lg:table-row-group">
        {rows.map((row, index) => {
          const below = detail?.(row) ?? null;
          const edge = index < rows.length - 1 || below !== null ? "lg:border-b lg:border-line" : "";
          return (
            <Fragment key={rowKey(row)}>
              <tr
                role="row"
                className={cx(
                  "relative grid grid-cols-1 gap-x-8 rounded-lg border border-line bg-raised p-3 sm:grid-cols-2",
                  "transition-colors hover:bg-surface lg:table-row lg:border-0 lg:bg-transparent lg:p-0",
                )}
              >
                {columns.map((column) => (
                  <td
                    key={column.key}
                    role="cell"
                    className={cx(
                      "flex min-h-8 min-w-0 items-center justify-between gap-4 py-1",
                      "lg:table-cell lg:h-11 lg:px-4 lg:py-1.5 lg:align-middle",
                      column.align === "right" && "lg:text-right",
                      column.lead && "sm:col-span-2",
                      column.hideHeader && "absolute top-2 right-2 lg:static",
                      edge,
                      column.className,
                    )}
                  >
                    {!column.lead && !column.hideHeader && (
                      <span aria-hidden className="text-xs text-ink-subtle lg:hidden">
                        {column.header}
                      </span>
                    )}
                    <div className={cx("min-w-0 wrap-anywhere", column.lead && "w-full")}>{column.cell(row)}</div>
                  </td>
                ))}
              </tr>
              {below !== null && (
                <tr role="row" className="block lg:table-row">
                  <td
                    role="cell"
                    colSpan={columns.length}
                    className={cx("block lg:table-cell", index < rows.length - 1 && "lg:border-b lg:border-line")}
                  >
                    {below}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
