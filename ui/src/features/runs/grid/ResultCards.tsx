import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { GridRow, RunReport } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { moneyOfCell } from "@/shared/ui/SimulatedMark";
import { CaseCell, ExpectedCell } from "./CaseCell";
import { ResultCell } from "./ResultCell";
import type { ShownScorer } from "./ScoreBadge";
import { rowName } from "./rowName";
import type { RowSource } from "./useGridRows";

interface ResultCardsProps {
  run: string;
  /** The names of the columns. */
  columns: readonly string[];
  scorers: readonly ShownScorer[];
  rows: RowSource;
  trials: number;
  idle: string | null;
  plan: Pick<RunReport["plan"], "columns">;
  /** The number of open threads of comments, by ordinal. */
  threads: ReadonlyMap<string, number>;
  open: number | null;
  onOpen: (ordinal: number) => void;
  onShown: (rows: readonly GridRow[]) => void;
}

const CARD_PX = 320;

/** The same rows where there is no room for a grid; the page itself scrolls. */
export function ResultCards(props: ResultCardsProps) {
  const { run, columns, plan, rows, trials, threads, open, onOpen, onShown, ...cells } = props;
  const box = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => setAbove(box.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: rows.total,
    estimateSize: () => CARD_PX,
    overscan: 3,
    scrollMargin: above,
    gap: 8,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const inSight = items.flatMap(({ index }) => rows.at(index) ?? []);
  const tell = useEffectEvent(() => {
    rows.look(first, last);
    onShown(inSight);
  });
  const sight = inSight.map(({ row }) => row).join();
  useEffect(() => tell(), [first, last, rows.total, sight]);
  return (
    <ul
      ref={box}
      aria-label="Results"
      className={cx("relative", rows.stale && "opacity-60")}
      style={{ height: virtual.getTotalSize() }}
    >
      {items.map(({ index, start }) => {
        const row = rows.at(index);
        const name = row ? rowName(row, trials) : `Row ${index + 1}`;
        return (
          <li
            key={index}
            data-index={index}
            ref={virtual.measureElement}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${start - above}px)` }}
          >
            <div className="flex flex-col gap-2 rounded-lg border border-line bg-raised p-3">
              <h3 className="text-xs font-medium text-ink-subtle">{name}</h3>
              {!row && <span className="skeleton block h-40" />}
              {row && <CaseCell row={row} />}
              {row?.expected && (
                <div>
                  <p className="text-2xs text-ink-subtle">Expected</p>
                  <ExpectedCell row={row} compact={false} />
                </div>
              )}
              <div className="grid gap-2 sm:grid-cols-2">
                {row?.cells.map((cell, place) => (
                  <div key={cell.ordinal} className="min-w-0">
                    <p className="mb-0.5 truncate text-2xs text-ink-subtle">{columns[place]}</p>
                    <button
                      type="button"
                      data-cell={cell.ordinal}
                      data-state={cell.state}
                      onClick={() => onOpen(cell.ordinal)}
                      className={cx(
                        "flex min-h-16 w-full overflow-hidden rounded-md border border-line hover:bg-surface",
                        cell.ordinal === open && "border-focus!",
                      )}
                    >
                      <ResultCell
                        {...cells}
                        run={run}
                        cell={cell}
                        label={`${name}, ${columns[place] ?? ""}`}
                        threads={threads.get(String(cell.ordinal)) ?? 0}
                        money={moneyOfCell(plan, cell)}
                      />
                    </button>
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
