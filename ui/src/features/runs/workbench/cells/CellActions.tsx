import { Columns2, Copy, Flag, FlagOff, RotateCw, ThumbsDown, ThumbsUp } from "lucide-react";
import type { ReactNode } from "react";
import type { GridCell } from "@/api/types";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { isGradable, useGridContext } from "./gridContext";

/** What can be done with an answer. Shown where the pointer or the focus is, beside the figure of the cell. */
export function CellActions({ cell, reachable }: { cell: GridCell; reachable: boolean }) {
  const { run, mayRepeat, mayMark, repeat, copy, flag, grade, sideBySide } = useGridContext();
  const action = (label: string, icon: ReactNode, act: () => void) => (
    <IconButton label={label} tabIndex={reachable ? 0 : -1} className="size-6! rounded [&_svg]:size-3.5!" onClick={act}>
      {icon}
    </IconButton>
  );
  const thumb = (value: 0 | 1) => {
    const given = cell.manual === value;
    const Icon = value === 1 ? ThumbsUp : ThumbsDown;
    return (
      <IconButton
        label={value === 1 ? "Good answer" : "Bad answer"}
        aria-pressed={given}
        tabIndex={reachable ? 0 : -1}
        className={cx(
          "size-6! rounded [&_svg]:size-3.5!",
          given && (value === 1 ? "bg-success-soft text-success!" : "bg-error-soft text-error!"),
        )}
        onClick={() => grade(cell, given ? null : value)}
      >
        <Icon aria-hidden />
      </IconButton>
    );
  };
  return (
    <div
      className={cx(
        "absolute right-full bottom-1/2 mr-1 flex translate-y-1/2 animate-[fade-in_120ms_ease-out]",
        "items-center rounded-md border border-line bg-raised p-px shadow-float",
      )}
    >
      {mayMark && isGradable(cell) && thumb(1)}
      {mayMark && isGradable(cell) && thumb(0)}
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
