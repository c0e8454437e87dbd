/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers drop the meaning of table elements as soon as CSS changes their display, so the roles are said aloud. */
/**
 * A table where there is room, stacked cards where there is not: one set of elements, two layouts.
 *
 * Numbers and codes never wrap. A column is as wide as what it holds, except for the one that takes the rest of the
 * width (the first one, unless another says so): its names are cut, and have a `title` that says all of it.
 */
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
  /**
   * Where the width of the column comes from: what it holds, what the others leave over, or its class. The last is for
   * running text, which wraps between words. Left out: the first line of a card takes the rest.
   */
  width?: "content" | "rest" | "class";
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
   * All columns keep the widths of their classes: for lists that are read page by page and must not jump.
   */
  fixed?: boolean;
}

/** A header of so many letters is not worth a second line. */
const ONE_LINE = 14;

type Width = NonNullable<Column<unknown>["width"]>;

function widthOf(column: Pick<Column<unknown>, "width" | "lead" | "align">, fixed: boolean): Width {
  if (column.width) return column.width;
  if (fixed) return column.align === "right" ? "content" : "class";
  return column.lead ? "rest" : "content";
}

const CELLS: Record<Width, string> = {
  content: "",
  rest: "lg:w-full lg:min-w-44",
  class: "",
};

/** What is contained lends its column no width of its own, so that a long name cannot push the numbers away. */
const CONTENTS: Record<Width, string> = {
  content: "lg:whitespace-nowrap",
  rest: "wrap-break-word lg:contain-inline-size",
  class: "wrap-break-word lg:contain-inline-size",
};

export function DataTable<Row>({ caption, columns, rows, rowKey, detail, fixed = false }: DataTableProps<Row>) {
  const hasButtons = columns.some(({ hideHeader }) => hideHeader);
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
                "h-9 border-b border-line bg-surface px-3 py-1.5 text-xs font-medium text-ink-muted",
                "first:pl-4 last:pr-4",
                "first:rounded-tl-lg last:rounded-tr-lg",
                column.align === "right" ? "text-right" : "text-left",
                !fixed && column.header.length <= ONE_LINE && "whitespace-nowrap",
                // The first row sets the widths of a fixed table.
                fixed && column.className,
              )}
            >
              {column.hideHeader ? (
                <span className="sr-only">{column.header}</span>
              ) : (
                <span title={column.header} className="line-clamp-3">
                  {column.header}
                </span>
              )}
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
                      "lg:table-cell lg:h-11 lg:px-3 lg:py-1.5 lg:align-middle lg:first:pl-4 lg:last:pr-4",
                      column.align === "right" && "lg:text-right",
                      column.lead && "sm:col-span-2",
                      // The buttons of a card stand in its corner, and not on its name.
                      column.lead && hasButtons && "max-lg:pr-12",
                      column.hideHeader && "absolute top-2 right-2 lg:static",
                      edge,
                      !fixed && CELLS[widthOf(column, fixed)],
                      column.className,
                    )}
                  >
                    {!column.lead && !column.hideHeader && (
                      <span
                        aria-hidden
                        title={column.header}
                        className={cx(
                          "line-clamp-2 text-xs text-ink-subtle lg:hidden",
                          column.align === "right" ? "min-w-16" : "max-w-2/5 shrink-0",
                        )}
                      >
                        {column.header}
                      </span>
                    )}
                    <div
                      className={cx(
                        "min-w-0",
                        column.align === "right" && "max-lg:max-w-3/4 max-lg:shrink-0 max-lg:whitespace-nowrap",
                        column.lead && "w-full",
                        CONTENTS[widthOf(column, fixed)],
                      )}
                    >
                      {column.cell(row)}
                    </div>
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
