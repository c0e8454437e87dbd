/**
 * What stands around every drawing: its name, one sentence that says what it shows, and the same numbers as a table.
 */
import { ChartNoAxesColumn, Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";

interface FigureTable {
  /** The first column names the row. */
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

interface FigureProps {
  title: string;
  /** In words, for everybody: what the drawing says. */
  reading: ReactNode;
  table: FigureTable;
  /** Stands before the button that shows the table. */
  actions?: ReactNode;
  /** A remark that keeps the numbers honest. */
  note?: ReactNode;
  /** Said in place of a drawing of nothing. */
  nothing?: string | null;
  /** A title that the page already shows is only said. */
  quiet?: boolean;
  className?: string;
  children: ReactNode;
}

export function Figure({
  title,
  reading,
  table,
  actions,
  note,
  nothing = null,
  quiet = false,
  className,
  children,
}: FigureProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const change = `${asTable ? "Show as a chart" : "Show as a table"}: ${title}`;
  return (
    <figure aria-labelledby={id} className={cx("min-w-0", className)}>
      <div className="flex items-start gap-3">
        <figcaption className="min-w-0 flex-1">
          <h3 id={id} className={quiet ? "sr-only" : "text-sm font-semibold text-ink"}>
            {title}
          </h3>
          {nothing === null && <p className="mt-0.5 max-w-prose text-sm text-ink-muted">{reading}</p>}
        </figcaption>
        {actions}
        {nothing === null && (
          <IconButton
            label={change}
            aria-pressed={asTable}
            className="-mt-1 size-7"
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? <ChartNoAxesColumn aria-hidden /> : <Table2 aria-hidden />}
          </IconButton>
        )}
      </div>
      <div className="mt-3">
        {nothing !== null ? (
          <p
            className={cx(
              "flex min-h-20 items-center justify-center rounded-md",
              "bg-surface px-4 py-3 text-center text-sm text-ink-subtle",
            )}
          >
            {nothing}
          </p>
        ) : asTable ? (
          <NumberTable title={title} {...table} />
        ) : (
          children
        )}
      </div>
      {note && nothing === null && <div className="mt-2 text-xs text-ink-subtle">{note}</div>}
    </figure>
  );
}

function NumberTable({ title, columns, rows }: FigureTable & { title: string }) {
  return (
    <div
      role="region"
      aria-label={`${title}, table`}
      /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
         a region that scrolls has to be reachable by keyboard */
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border border-line"
    >
      <table className="w-full text-xs">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-surface text-ink-muted">
          <tr>
            {columns.map((name, at) => (
              <th
                key={name}
                scope="col"
                className={cx("h-8 px-3 font-medium whitespace-nowrap", at === 0 ? "text-left" : "text-right")}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-line">
              {cells.map((cell, at) =>
                at === 0 ? (
                  <th key={at} scope="row" className="h-8 px-3 text-left font-normal text-ink">
                    {cell}
                  </th>
                ) : (
                  <td key={at} className="px-3 text-right whitespace-nowrap text-ink">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
