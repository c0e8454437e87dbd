/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Case } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { layoutOf, ROW_PX, type RowHeight, shownNames } from "./caseColumns";
import { CaseRow, WaitingRow } from "./CaseRow";
import { SelectBox } from "./SelectBox";
import { allLoaded, isChosen, type Selection } from "./caseSelection";

export interface CaseListProps {
  columns: readonly string[];
  cases: readonly Case[];
  /** How many there are in all; rows that are not here yet are drawn as waiting. */
  total: number;
  locked: boolean;
  rowHeight: RowHeight;
  /** Null without permission to edit. */
  selection: Selection | null;
  onToggle: (id: string, range: boolean) => void;
  onToggleAll: () => void;
  onOpen: (id: string) => void;
  /** The last rows are near: more are wanted. */
  onNearEnd: () => void;
  stale: boolean;
}

const AHEAD = 30;
const HEADER_PX = 36;

/** Only what is in sight is in the page: ten thousand rows scroll like fifty. */
export function CaseTable(props: CaseListProps) {
  const { columns, cases, total, locked, rowHeight, selection, onToggle, onToggleAll, onOpen, onNearEnd, stale } =
    props;
  const names = shownNames(columns);
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by hand
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX[rowHeight],
    overscan: 12,
    paddingStart: HEADER_PX,
    scrollPaddingStart: HEADER_PX,
  });
  useEffect(() => virtual.measure(), [rowHeight, virtual]);
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const wantMore = useEffectEvent(onNearEnd);
  useEffect(() => {
    if (last >= cases.length - AHEAD && cases.length < total) wantMore();
  }, [last, cases.length, total]);

  const loaded = cases.map(({ id }) => id);
  const { template, minWidth } = layoutOf(names, cases);
  return (
    <div
      ref={box}
      role="region"
      aria-label="Cases, scrollable"
      tabIndex={0}
      className={cx(
        "min-h-0 flex-1 overflow-auto rounded-lg border border-line transition-opacity",
        stale && "opacity-60",
      )}
    >
      <div
        role="table"
        aria-label="Cases"
        aria-rowcount={total + 1}
        className="relative text-sm"
        style={{ height: virtual.getTotalSize(), minWidth }}
      >
        <div role="rowgroup" className="sticky top-0 z-20">
          <div
            role="row"
            aria-rowindex={1}
            className="grid h-9 items-center border-b border-line bg-surface text-xs font-medium text-ink-muted"
            style={{ gridTemplateColumns: template }}
          >
            <div role="columnheader" className="sticky left-0 flex h-full items-center gap-3 bg-surface pl-4">
              {selection && (
                <SelectBox
                  label="Select all loaded cases"
                  checked={headerState(selection, loaded)}
                  onToggle={onToggleAll}
                />
              )}
              <span>
                #<span className="sr-only"> of the case</span>
              </span>
            </div>
            {names.length === 0 && (
              <div role="columnheader" className="px-3">
                Values
              </div>
            )}
            {names.map((name) => (
              <div key={name} role="columnheader" title={name} className="truncate px-3 font-mono text-lilac">
                {name}
              </div>
            ))}
            <div role="columnheader" className="px-3">
              Expected
            </div>
            <div role="columnheader" className="px-3">
              Tags
            </div>
            <div role="columnheader" className="px-3">
              Difficulty
            </div>
            <div role="columnheader" className="px-3">
              Split
            </div>
          </div>
        </div>
        <div role="rowgroup">
          {rows.map(({ index, start, size }) => {
            const one = cases[index];
            const place = { top: start, height: size, gridTemplateColumns: template };
            if (!one)
              return <WaitingRow key={`waiting-${index}`} index={index} cells={names.length + 5} style={place} />;
            return (
              <CaseRow
                key={one.id}
                one={one}
                index={index}
                names={names}
                locked={locked}
                rowHeight={rowHeight}
                chosen={selection ? isChosen(selection, one.id) : null}
                onToggle={(range) => onToggle(one.id, range)}
                onOpen={() => onOpen(one.id)}
                style={place}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function headerState(selection: Selection, loaded: readonly string[]): boolean | "indeterminate" {
  if (allLoaded(selection, loaded)) return true;
  return selection.ids.size > 0 ? "indeterminate" : false;
}
