/* eslint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */
/** Cases down, columns across; only what is in sight is in the page. Rows come from outside, and so does every change. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import type { GridRow } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { CaseCell, ExpectedCell } from "./CaseCell";
import { ResultCell } from "./ResultCell";

export interface GridColumn {
  key: string;
  /** For screen readers and for narrow screens. */
  name: string;
  header: ReactNode;
}

export interface ResultListProps {
  columns: readonly GridColumn[];
  /** Names of scorers by their number. */
  scorers: readonly string[];
  rows: readonly GridRow[];
  /** How many there are in all; those that are not here yet are drawn as waiting. */
  total: number;
  trials: number;
  idle: boolean;
  /** The cell whose panel is open. */
  open: number | null;
  stale: boolean;
  onOpen: (ordinal: number) => void;
  onNearEnd: () => void;
  onShown: (rows: readonly GridRow[]) => void;
}

const ROW_PX = 124;
const HEADER_PX = 44;
const AHEAD = 20;
const CASE_PX = 200;
const EXPECTED_PX = 110;
const COLUMN_PX = 240;

export function ResultsGrid({ columns, scorers, rows, total, trials, idle, open, stale, onOpen, onNearEnd, onShown }: ResultListProps) {
  const box = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by hand
  const virtual = useVirtualizer({ count: total, getScrollElement: () => box.current, estimateSize: () => ROW_PX, overscan: 4, paddingStart: HEADER_PX, scrollPaddingStart: HEADER_PX });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const wantMore = useEffectEvent(onNearEnd);
  const tellShown = useEffectEvent(() => onShown(rows.slice(first, last + 1)));
  useEffect(() => {
    if (last >= rows.length - AHEAD && rows.length < total) wantMore();
  }, [last, rows.length, total]);
  useEffect(() => tellShown(), [first, last, rows]);

  const template = `56px minmax(${CASE_PX}px, 1fr) ${EXPECTED_PX}px repeat(${columns.length}, minmax(${COLUMN_PX}px, 1.4fr))`;
  const minWidth = 56 + CASE_PX + EXPECTED_PX + columns.length * COLUMN_PX;
  return (
    <div ref={box} role="region" aria-label="Results, scrollable" tabIndex={0} className={cx("max-h-[calc(100dvh-9rem)] min-h-80 overflow-auto rounded-lg border border-line transition-opacity", stale && "opacity-60")}>
      <div role="table" aria-label="Results" aria-rowcount={total + 1} className="relative" style={{ height: virtual.getTotalSize(), minWidth }}>
        <div role="rowgroup" className="sticky top-0 z-20">
          <div role="row" aria-rowindex={1} className="grid h-11 items-center border-b border-line bg-surface text-xs font-medium text-ink-muted" style={{ gridTemplateColumns: template }}>
            <div role="columnheader" className="sticky left-0 z-10 flex h-full items-center bg-surface pl-4">#</div>
            <div role="columnheader" className="px-3">Case</div>
            <div role="columnheader" className="px-3">Expected</div>
            {columns.map((column) => <div key={column.key} role="columnheader" className="min-w-0 px-3">{column.header}</div>)}
          </div>
        </div>
        <div role="rowgroup">
          {items.map(({ index, start, size }) => {
            const row = rows[index];
            const place = { top: start, height: size, gridTemplateColumns: template };
            if (!row) return <WaitingRow key={`waiting-${index}`} index={index} cells={columns.length + 3} place={place} />;
            const name = rowName(row, trials);
            return (
              <div key={row.row} role="row" aria-rowindex={index + 2} style={place} className="absolute left-0 grid w-full items-stretch border-b border-line">
                <div role="rowheader" className="sticky left-0 z-10 flex flex-col bg-canvas py-2.5 pl-4 text-xs text-ink-subtle"><span aria-hidden>{row.position + 1}</span>{trials > 1 && <span aria-hidden className="text-2xs">t{row.trial + 1}</span>}<span className="sr-only">{name}</span></div>
                <div role="cell" className="min-w-0 overflow-hidden px-3 py-2.5"><CaseCell row={row} /></div>
                <div role="cell" className="min-w-0 overflow-hidden px-3 py-2.5"><ExpectedCell row={row} /></div>
                {row.cells.map((cell, place) => (
                  <div key={cell.ordinal} role="cell" className="min-w-0 overflow-hidden p-1">
                    <ResultCell cell={cell} label={`${name}, ${columns[place]?.name ?? ""}`} scorers={scorers} idle={idle} onOpen={onOpen} className={cell.ordinal === open ? "border-focus!" : ""} />
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

export function rowName(row: Pick<GridRow, "position" | "trial">, trials: number): string {
  return trials > 1 ? `Case ${row.position + 1}, trial ${row.trial + 1}` : `Case ${row.position + 1}`;
}

function WaitingRow({ index, cells, place }: { index: number; cells: number; place: CSSProperties }) {
  return (
    <div role="row" aria-rowindex={index + 2} style={place} className="absolute left-0 grid w-full border-b border-line">
      {Array.from({ length: cells }, (_, cell) => (
        <div key={cell} role="cell" className="px-3 py-3"><span className="skeleton block h-3 rounded" style={{ width: `${90 - ((index + cell) % 5) * 12}%` }} /></div>
      ))}
    </div>
  );
}
