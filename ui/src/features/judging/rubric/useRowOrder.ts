/** Rows in another order: dragged by a handle, or moved by the arrow keys on it. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { movedTo } from "./rubricForm";

interface Row {
  key: number;
}

interface Drag {
  from: number;
  /** The gap it would fall into: 0 is before the first row. */
  gap: number;
}

/** Where a row lands that is dropped into this gap. Pure. */
export function placeAfterDrop(from: number, gap: number): number {
  return gap > from ? gap - 1 : gap;
}

export function useRowOrder<Item extends Row>(
  rows: readonly Item[],
  onChange: (rows: Item[]) => void,
  nameOf: (row: Item, place: number) => string,
) {
  const list = useRef<HTMLOListElement>(null);
  const refocus = useRef<number | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [said, setSaid] = useState("");

  // A focused element that changes its place in the page loses the focus.
  useEffect(() => {
    if (refocus.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${refocus.current}"]`)?.focus();
    refocus.current = null;
  }, [rows]);

  const move = (from: number, to: number) => {
    const row = rows[from];
    if (!row || to < 0 || to >= rows.length || to === from) return;
    refocus.current = row.key;
    setSaid(`${nameOf(row, from)} is now number ${to + 1} of ${rows.length}`);
    onChange(movedTo(rows, from, to));
  };

  const gapAt = (y: number): number => {
    const found = [...(list.current?.querySelectorAll("[data-row]") ?? [])].filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y > top + height / 2;
    });
    return found.length;
  };

  const handle = (place: number) => ({
    "data-handle": rows[place]?.key,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      move(place, place + (event.key === "ArrowUp" ? -1 : 1));
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: place, gap: place });
    },
    onPointerMove: (event: PointerEvent) => drag && setDrag({ ...drag, gap: gapAt(event.clientY) }),
    onPointerUp: () => {
      if (drag) move(drag.from, placeAfterDrop(drag.from, drag.gap));
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });

  /** Before which row a line shows where it would fall; the number of rows: after the last. */
  const line = drag && placeAfterDrop(drag.from, drag.gap) !== drag.from ? drag.gap : null;
  return { list, handle, move, dragged: drag?.from ?? null, line, said };
}
