import { useState } from "react";
import { ROW_HEIGHTS, type RowHeight } from "./caseColumns";

const KEY = "edison.case-row-height";

/** A preference of this browser; until there is one, what fits the texts. */
export function useRowHeight(fitting: RowHeight): [RowHeight, (height: RowHeight) => void] {
  const [height, setHeight] = useState<RowHeight | null>(
    () => ROW_HEIGHTS.find((known) => known === localStorage.getItem(KEY)) ?? null,
  );
  return [
    height ?? fitting,
    (next) => {
      localStorage.setItem(KEY, next);
      setHeight(next);
    },
  ];
}
