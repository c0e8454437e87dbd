/**
 * Cases down, columns across; only what is in sight is in the page. Rows come from outside, and so does every change.
 */
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import type { GridCell, GridRow } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { GridFoot, GridHead } from "./GridEdges";
import { movedBy, type Place } from "./gridKeys";
import { GridLine } from "./GridLine";
import { gridShape, HEADER_PX } from "./gridShape";
import type { GridColumn, RowLook, Spot } from "./gridTypes";
import { useElementWidth } from "./useElementWidth";
import type { RowSource } from "./useGridRows";

interface ResultsGridProps {
  columns: readonly GridColumn[];
  rows: RowSource;
  trials: number;
  look: RowLook;
  /** The cell whose panel is open. */
  open: number | null;
  /** Stands at the left of the header, and of the sums. */
  corner?: ReactNode;
  footCorner?: ReactNode;
  /** Stands after the last column, such as a button that adds one. */
  end?: ReactNode;
  className?: string;
  onOpen: (ordinal: number) => void;
  onShown: (rows: readonly GridRow[]) => void;
  /** A key on a row or a cell; true: it did something. */
  onKey?: (key: string, row: GridRow | undefined, cell: GridCell | undefined) => boolean;
}

/** What a row is taken for until it is measured. */
const COMPACT_ROW_PX = 33;
const ROW_PX = 72;
/** About the height of the sums, which rows must not be scrolled under. */
const FOOTER_PX = 58;

export function ResultsGrid({
  columns,
  rows,
  trials,
  look,
  open,
  corner = "#",
  footCorner,
  end,
  className,
  onOpen,
  onShown,
  onKey,
}: ResultsGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const shape = gridShape({
    width: useElementWidth(box),
    showCase: look.showCase,
    answers: columns.length,
    hasEnd: Boolean(end),
  });
  const { lead, template } = shape;
  const hasFoot = columns.some(({ foot }) => foot !== undefined);
  const footPx = hasFoot ? FOOTER_PX : 0;
  // The first answer, until someone goes elsewhere.
  const [chosen, setActive] = useState<Place | null>(null);
  const active = chosen ?? { row: 0, column: lead };
  const here: Place = {
    row: Math.min(active.row, Math.max(0, rows.total - 1)),
    column: Math.min(active.column, lead + columns.length - 1),
  };
  const moving = useRef<Place | null>(null);
  const [focused, setFocused] = useState(false);
  // Rows that appear during fast scrolling are filled when it slows down.
  const [racing, setRacing] = useState(false);
  const passed = useRef<Passed>({ offset: 0, at: 0 });
  /* oxlint-disable-next-line react-hooks/incompatible-library --
     nothing here is memoised by hand but rows, which get plain values */
  const virtual = useVirtualizer({
    count: rows.total,
    getScrollElement: () => box.current,
    estimateSize: () => (look.compact ? COMPACT_ROW_PX : ROW_PX),
    overscan: 4,
    scrollMargin: HEADER_PX,
    scrollPaddingStart: HEADER_PX,
    scrollPaddingEnd: footPx,
    // The row with the focus stays in the page, however far it is scrolled away.
    rangeExtractor: (range) =>
      [...new Set([here.row, ...defaultRangeExtractor(range)])]
        .filter((index) => index < rows.total)
        .sort((a, b) => a - b),
    useFlushSync: false,
    onChange: (instance) => setRacing(races(instance.scrollOffset ?? 0, instance.isScrolling, passed.current)),
  });
  // Heads and sums change often; what rows need of a column does not, and rows are not drawn for the rest.
  const spots = useSpots(columns);
  const { startIndex: first = 0, endIndex: last = -1 } = virtual.range ?? {};
  const items = virtual.getVirtualItems();
  const tellSight = useEffectEvent(() => rows.look(first, last));
  const inSight: GridRow[] = [];
  for (let place = first; place <= last; place++) {
    const row = rows.at(place);
    if (row) inSight.push(row);
  }
  const tellShown = useEffectEvent(() => onShown(inSight));
  const sight = inSight.map(({ row }) => row).join();
  useEffect(() => {
    tellSight();
    tellShown();
  }, [first, last, rows.total, sight]);

  useEffect(() => {
    // Only when the place that was asked for has been drawn: an effect of an earlier drawing may still come.
    if (moving.current?.row !== here.row || moving.current.column !== here.column) return;
    const found = box.current?.querySelector<HTMLElement>(`[data-at="${here.row}:${here.column}"]`);
    if (!found) return;
    moving.current = null;
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  // The drawer moves from cell to cell; the grid behind it follows, and with it the rows that are loaded.
  const follow = useEffectEvent(() => {
    const perRow = rows.at(first)?.cells.length;
    const place = open === null || !perRow ? -1 : rows.placeOf(Math.floor(open / perRow));
    if (place >= 0) virtual.scrollToIndex(place);
  });
  useEffect(() => follow(), [open]);
  const go = (place: Place) => {
    moving.current = place;
    setActive(place);
  };

  const cellAt = ({ row, column }: Place) => {
    const place = columns[column - lead]?.place ?? null;
    return place === null ? undefined : rows.at(row)?.cells[place];
  };
  const press = (event: KeyboardEvent) => {
    const at = placeOf(event.target);
    if (!at || event.altKey) return;
    const handled = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const page = Math.max(1, last - first - 1);
    const next = movedBy(event, at, { rows: rows.total, columns: lead + columns.length, page });
    if (next) {
      handled();
      return go(next);
    }
    if (event.ctrlKey || event.metaKey) return;
    if (/^[1-9]$/.test(event.key) && Number(event.key) <= columns.length) {
      handled();
      return go({ row: at.row, column: lead + Number(event.key) - 1 });
    }
    const cell = cellAt(at);
    if (event.key === "Enter" && cell && !isControl(event.target)) {
      handled();
      return onOpen(cell.ordinal);
    }
    if (onKey?.(event.key, rows.at(at.row), cell)) handled();
  };
  const click = (event: MouseEvent) => {
    const at = placeOf(event.target);
    const cell = at && !isControl(event.target) ? cellAt(at) : undefined;
    // Who marks some words to copy them does not want to go elsewhere.
    if (cell && document.getSelection()?.isCollapsed !== false) onOpen(cell.ordinal);
  };

  return (
    <div
      ref={box}
      role="grid"
      tabIndex={-1}
      aria-label="Results"
      aria-rowcount={rows.total + (hasFoot ? 2 : 1)}
      aria-colcount={lead + columns.length}
      aria-busy={rows.pending}
      onKeyDown={press}
      onClick={click}
      onFocus={(event) => {
        const at = placeOf(event.target);
        setFocused(true);
        if (at && (at.row !== active.row || at.column !== active.column)) setActive(at);
      }}
      onBlur={({ relatedTarget }) => {
        // A menu of a row belongs to it, although it hangs elsewhere in the page.
        if (
          !(
            relatedTarget instanceof Element &&
            (box.current?.contains(relatedTarget) || relatedTarget.closest("[role=menu]"))
          )
        )
          setFocused(false);
      }}
      className={cx(
        "overflow-auto overscroll-x-contain rounded-lg border border-line bg-canvas outline-none transition-opacity",
        rows.stale && "opacity-60",
        className,
      )}
      style={{
        scrollPaddingTop: HEADER_PX,
        scrollPaddingBottom: footPx,
        scrollPaddingLeft: shape.stickyPx,
      }}
    >
      <div role="presentation" className="isolate" style={{ minWidth: shape.minWidth }}>
        <GridHead shape={shape} columns={columns} corner={corner} end={end} />
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, size }) => (
            <GridLine
              key={index}
              row={rows.at(index)}
              index={index}
              top={start - HEADER_PX}
              height={size}
              measure={virtual.measureElement}
              template={template}
              numberPx={shape.numberPx}
              showExpected={shape.showExpected}
              spots={spots}
              trials={trials}
              look={look}
              active={index === here.row ? here.column : null}
              focused={focused && index === here.row}
              open={
                open !== null &&
                Math.floor(open / Math.max(1, rows.at(index)?.cells.length ?? 1)) === rows.at(index)?.row
                  ? open
                  : null
              }
              racing={racing}
            />
          ))}
        </div>
        {hasFoot && <GridFoot shape={shape} columns={columns} corner={footCorner} rowIndex={rows.total + 2} />}
      </div>
    </div>
  );
}

interface Passed {
  offset: number;
  at: number;
}

/** About one row in each frame, too fast to read. */
const RACE_PX_PER_MS = 6;

function races(offset: number, isScrolling: boolean, passed: Passed): boolean {
  const now = performance.now();
  const speed = Math.abs(offset - passed.offset) / Math.max(1, now - passed.at);
  Object.assign(passed, { offset, at: now });
  return isScrolling && speed > RACE_PX_PER_MS;
}

function useSpots(columns: readonly GridColumn[]): readonly Spot[] {
  const words = JSON.stringify(columns.map(({ key, name, place }): Spot => ({ key, name, place })));
  return useMemo(() => JSON.parse(words) as Spot[], [words]);
}

function placeOf(target: EventTarget): Place | null {
  const found = target instanceof Element ? target.closest("[data-at]")?.getAttribute("data-at") : null;
  const [row, column] = found?.split(":").map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
}

/** A button or a field inside of a cell, which handles click and Enter itself. */
function isControl(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest("button, a, input, textarea, [role=menuitem], [data-own-click]") !== null
  );
}
