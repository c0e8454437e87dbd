import { Columns2, Copy, Flag, FlagOff, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import type { GridCell } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { useGridContext } from "./gridContext";

/** Shown where the pointer or the focus is. */
export function CellActions({ cell, reachable }: { cell: GridCell; reachable: boolean }) {
  const { run, mayRepeat, mayMark, repeat, copy, flag, sideBySide } = useGridContext();
  const action = (label: string, icon: ReactNode, act: () => void) => (
    <IconButton label={label} tabIndex={reachable ? 0 : -1} className="size-6! rounded [&_svg]:size-3.5!" onClick={act}>
      {icon}
    </IconButton>
  );
  return (
    <div
      className={cx(
        "absolute top-1 right-1 flex animate-[fade-in_120ms_ease-out]",
        "items-center rounded-md border border-line bg-raised p-px shadow-float",
      )}
    >
      {mayRepeat && action("Re-run", <RotateCw aria-hidden />, () => repeat([cell.ordinal]))}
      {cell.output && action("Copy", <Copy aria-hidden />, () => copy(cell))}
      {mayMark &&
        action(
          cell.flagged ? "Remove the flag" : "Flag for review",
          cell.flagged ? <FlagOff aria-hidden /> : <Flag aria-hidden />,
          () => flag(cell),
        )}
      {action("Side by side", <Columns2 aria-hidden />, () =>
        sideBySide(Math.floor(cell.ordinal / run.plan.columns.length)),
      )}
    </div>
  );
}
