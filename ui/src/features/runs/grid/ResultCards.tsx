import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { cx } from "@/shared/ui/cx";
import { CaseCell, ExpectedCell } from "./CaseCell";
import { ResultCell } from "./ResultCell";
import { type ResultListProps, rowName } from "./ResultsGrid";

const CARD_PX = 320;
const AHEAD = 8;

/** The same rows where there is no room for a grid; the page itself scrolls. */
export function ResultCards({ columns, scorers, rows, total, trials, idle, open, stale, onOpen, onNearEnd, onShown }: ResultListProps) {
  const box = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(box.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({ count: rows.length, estimateSize: () => CARD_PX, overscan: 3, scrollMargin: above, gap: 8 });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const wantMore = useEffectEvent(onNearEnd);
  const tellShown = useEffectEvent(() => onShown(rows.slice(first, last + 1)));
  useEffect(() => {
    if (last >= rows.length - AHEAD && rows.length < total) wantMore();
  }, [last, rows.length, total]);
  useEffect(() => tellShown(), [first, last, rows]);
  return (
    <ul ref={box} aria-label="Results" className={cx("relative", stale && "opacity-60")} style={{ height: virtual.getTotalSize() }}>
      {items.map(({ index, start }) => {
        const row = rows[index];
        if (!row) return null;
        const name = rowName(row, trials);
        return (
          <li key={row.row} data-index={index} ref={virtual.measureElement} className="absolute top-0 left-0 w-full" style={{ transform: `translateY(${start - above}px)` }}>
            <div className="flex flex-col gap-2 rounded-lg border border-line bg-raised p-3">
              <h3 className="text-xs font-medium text-ink-subtle">{name}</h3>
              <CaseCell row={row} />
              {row.expected && <div><p className="text-2xs text-ink-subtle">Expected</p><ExpectedCell row={row} /></div>}
              <div className="grid gap-2 sm:grid-cols-2">
                {row.cells.map((cell, place) => (
                  <div key={cell.ordinal} className="min-w-0">
                    <p className="mb-0.5 truncate text-2xs text-ink-subtle">{columns[place]?.name}</p>
                    <ResultCell cell={cell} label={`${name}, ${columns[place]?.name ?? ""}`} scorers={scorers} idle={idle} onOpen={onOpen} className={cx("border-line! min-h-16", cell.state === "failed" && "border-error-mark!", cell.state === "malformed" && "border-warning-mark!", cell.ordinal === open && "border-focus!")} />
                  </div>
                ))}
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
