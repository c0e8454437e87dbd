import type { ReactNode } from "react";
import { cx } from "@/shared/ui/cx";
import { Tooltip } from "@/shared/ui/Tooltip";

export interface HeatCell {
  /** From 0 to 1; null: nothing to show here. */
  value: number | null;
  text: string;
  /** All of it in words, for the tip and for screen readers. */
  words: string;
  /** Too few cases to say much. */
  faint: boolean;
  mark?: ReactNode;
}

export interface HeatBlock {
  name: string;
  rows: readonly { key: string; label: ReactNode; cells: readonly HeatCell[] }[];
}

interface HeatMapProps {
  caption: string;
  columns: readonly { key: string; label: ReactNode }[];
  blocks: readonly HeatBlock[];
  onCell: (block: number, row: number, column: number) => void;
  /** What a press does, said to those who do not see it. */
  act?: string;
}

/**
 * Values as shades of one colour, stronger for more: told apart without seeing colours, and read by anyone as a table.
 */
export function HeatMap({ caption, columns, blocks, onCell, act = "Show the cells." }: HeatMapProps) {
  const shade = shadesOf(
    blocks.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap(({ value }) => value ?? []))),
  );
  return (
    /* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex --
       a region that scrolls has to be reachable by keyboard */
    <div role="region" aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0.5 text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <td className="w-40" />
            {columns.map(({ key, label }) => (
              <th
                key={key}
                scope="col"
                title={typeof label === "string" ? label : undefined}
                className="max-w-40 min-w-24 truncate px-2 pb-1 text-center text-xs font-medium text-ink-muted"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {blocks.map((block, at) => (
          <tbody key={block.name}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={columns.length + 1}
                className={cx(
                  "pb-0.5 text-left text-2xs font-semibold tracking-wide text-ink-subtle uppercase",
                  at > 0 && "pt-3",
                )}
              >
                {block.name}
              </th>
            </tr>
            {block.rows.map((row, number) => (
              <tr key={row.key}>
                <th
                  scope="row"
                  title={typeof row.label === "string" ? row.label : undefined}
                  className="h-8 max-w-40 truncate pr-3 text-left font-normal text-ink"
                >
                  {row.label}
                </th>
                {row.cells.map((cell, place) => (
                  <td key={columns[place]?.key ?? place} className="h-8 p-0">
                    {cell.value === null ? (
                      <span className="flex h-8 items-center justify-center text-xs text-ink-subtle">{cell.text}</span>
                    ) : (
                      <Tooltip text={cell.words}>
                        <button
                          type="button"
                          aria-label={`${cell.words} ${act}`}
                          onClick={() => onCell(at, number, place)}
                          style={{ backgroundColor: shade(cell.value) }}
                          className={cx(
                            "flex h-8 w-full items-center justify-center gap-1",
                            "rounded text-sm text-ink transition-shadow duration-150",
                            "hover:shadow-[inset_0_0_0_1.5px_var(--control)] [&_svg]:size-3.5",
                            cell.faint && "border border-dashed border-control",
                          )}
                        >
                          {cell.text}
                          {cell.mark}
                        </button>
                      </Tooltip>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Values that lie this close look alike: shades must not make much of little. */
const SPAN = 0.3;

/** From the lowest to the highest that is there, and never so dark that the words on it could not be read. */
function shadesOf(values: readonly number[]): (value: number) => string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(SPAN, high - low);
  return (value) =>
    `color-mix(in oklab, var(--series-1) ${Math.round(5 + ((value - (high - span)) / span) * 42)}%, var(--raised))`;
}
