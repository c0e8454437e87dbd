import type { ReactNode } from "react";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { cellText } from "./importFile";

interface FirstRowsProps {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
  label?: string;
  /** Columns that matter to the caller. */
  marked?: readonly string[];
  tall?: boolean;
  /** Stands where the number of the row does, such as a box to choose it. */
  lead?: (index: number) => ReactNode;
}

/** The beginning of the file, cell by cell, as it was read. */
export function FirstRows({
  columns,
  rows,
  label = "First rows of the file",
  marked = [],
  tall = false,
  lead,
}: FirstRowsProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
      tabIndex={0}
      className={cx(tall ? "max-h-[60dvh]" : "max-h-72", "overflow-auto rounded-lg border border-line")}
    >
      <table className="min-w-full border-separate border-spacing-0 text-xs">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 border-b border-line bg-surface px-3 py-2 text-left font-medium text-ink-subtle"
            >
              #
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={cx(
                  "sticky top-0 max-w-64 truncate border-b border-line",
                  "bg-surface px-3 py-2 text-left font-medium text-ink-muted",
                )}
              >
                {marked.includes(column) ? (
                  <code className="rounded bg-lilac-soft px-1 py-0.5 text-lilac">{`{{${column}}}`}</code>
                ) : (
                  column
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <td className="border-b border-line px-3 py-1.5 align-top text-ink-subtle">
                {lead ? lead(index) : index + 1}
              </td>
              {columns.map((column, place) => (
                <td key={column} className="max-w-64 min-w-24 border-b border-line px-3 py-1.5 align-top text-ink">
                  <span dir="auto" className="line-clamp-2 wrap-anywhere">
                    {visibleText(cellText(row[place]).slice(0, 300))}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
