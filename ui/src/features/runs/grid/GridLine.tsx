/** One row of the grid. It gets plain values, so that the rows that stay are not drawn again while others scroll by. */
import { memo, useState } from "react";
import type { GridRow } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { CaseCell, ExpectedCell } from "./CaseCell";
import { stickyCell } from "./GridEdges";
import type { RowLook, Spot } from "./gridTypes";
import { rowName } from "./rowName";

interface GridLineProps {
  row: GridRow | undefined;
  index: number;
  top: number;
  /** What it is taken for while it is empty; what is in it decides afterwards. */
  height: number;
  measure: (line: HTMLElement | null) => void;
  template: string;
  numberPx: number;
  showExpected: boolean;
  spots: readonly Spot[];
  trials: number;
  look: RowLook;
  /** The column that Tab leads to, if it is in this row. */
  active: number | null;
  /** The focus is there now. */
  focused: boolean;
  /** The cell whose panel is open, if it is in this row. */
  open: number | null;
  /** Fast scrolling: new rows are filled later. */
  racing: boolean;
}

const cellClass = cx(
  "relative min-w-0 overflow-hidden outline-none",
  "focus-visible:z-[1] focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]",
);

export const GridLine = memo(function GridLine({
  row,
  index,
  top,
  height,
  measure,
  template,
  numberPx,
  showExpected,
  spots,
  trials,
  look,
  active,
  focused,
  open,
  racing,
}: GridLineProps) {
  const [bare, setBare] = useState(racing && active === null);
  if (bare && !racing) setBare(false);
  if (bare) return <BareLine index={index} top={top} height={height} />;
  const { compact, showCase } = look;
  const lead = 1 + Number(showCase) + Number(showExpected);
  const pad = compact ? "py-1.5" : "py-2.5";
  const name = row ? rowName(row, trials) : `Row ${index + 1}`;
  const { Cell, RowHead } = look;
  const spot = (column: number) => ({
    "data-at": `${index}:${column}`,
    "aria-colindex": column + 1,
    tabIndex: active === column ? 0 : -1,
  });
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={cx(
        "absolute top-0 left-0 grid w-full border-b border-line [contain:layout_style]",
        compact ? "min-h-8.25" : "min-h-11",
      )}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      <div
        role="rowheader"
        {...spot(0)}
        className={cx(
          stickyCell,
          "left-0 bg-surface outline-none",
          "focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]",
        )}
      >
        {row && <RowHead row={row} name={name} active={focused && active === 0} trials={trials} compact={compact} />}
        {!row && <span className="sr-only">{name}, loading</span>}
      </div>
      {showCase && (
        <div
          role="gridcell"
          {...spot(1)}
          style={{ left: numberPx }}
          className={cx(
            stickyCell,
            "min-w-0 overflow-hidden bg-canvas px-3 outline-none",
            "focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]",
            pad,
          )}
        >
          {row ? <CaseCell row={row} compact={compact} /> : <Bone seed={index} compact={compact} />}
        </div>
      )}
      {showExpected && (
        <div role="gridcell" {...spot(2)} className={cx(cellClass, "px-3", pad)}>
          {row ? <ExpectedCell row={row} compact={compact} /> : <Bone seed={index + 1} compact={compact} />}
        </div>
      )}
      {spots.map(({ key, name: column, place }, number) => {
        const cell = place === null ? undefined : row?.cells[place];
        return (
          <div
            key={key}
            role="gridcell"
            {...spot(lead + number)}
            data-cell={cell?.ordinal}
            data-state={cell?.state}
            aria-selected={cell ? cell.ordinal === open : undefined}
            className={cx(
              cellClass,
              (number > 0 || showExpected) && "border-l border-line",
              cell && "cursor-pointer hover:bg-surface",
              cell && cell.ordinal === open && "shadow-[inset_0_0_0_2px_var(--focus)]",
            )}
          >
            {cell ? (
              <Cell
                cell={cell}
                label={`${name}, ${column}`}
                active={focused && active === lead + number}
                compact={compact}
              />
            ) : row ? (
              look.blank
            ) : (
              <Bone seed={index + number} compact={compact} />
            )}
          </div>
        );
      })}
    </div>
  );
});

function BareLine({ index, top, height }: Pick<GridLineProps, "index" | "top" | "height">) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute top-0 left-0 w-full border-b border-line [contain:strict]"
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <div
        role="rowheader"
        className="h-full w-14 border-r border-line bg-surface pt-2.5 text-center text-xs text-ink-subtle"
      >
        {(index + 1).toLocaleString("en")}
      </div>
    </div>
  );
}

/** Stands for a text that is on its way. Still, because many of them move while someone scrolls. */
function Bone({ seed, compact }: { seed: number; compact: boolean }) {
  return (
    <span aria-hidden className={cx("flex flex-col gap-2", compact ? "px-3 py-1" : "p-3")}>
      {(compact ? [0] : [0, 1]).map((line) => (
        <span
          key={line}
          className="h-2.5 rounded bg-surface-hover"
          style={{ width: `${88 - ((seed * 3 + line * 2) % 5) * 13}%` }}
        />
      ))}
    </span>
  );
}
