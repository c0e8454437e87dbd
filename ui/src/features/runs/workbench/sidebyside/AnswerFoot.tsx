import { Flag, FlagOff, ThumbsDown, ThumbsUp } from "lucide-react";
import type { Cell, GridCell } from "@/api/types";
import { formatLatency, formatMoney, formatTokens, readMoney } from "@/shared/format/quantities";
import { CopyButton } from "@/shared/ui/CopyButton";
import { cx } from "@/shared/ui/cx";
import { IconButton } from "@/shared/ui/IconButton";
import { moneyOfCell, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { isDone, isGradable, useGridContext } from "../cells/gridContext";

/** What the answer cost, and what can be done with it. */
export function AnswerFoot({ cell, grid }: { cell: Cell | undefined; grid: GridCell | undefined }) {
  const { run, mayMark, grade, flag } = useGridContext();
  return (
    <footer
      className={cx(
        "mt-auto flex min-h-11 flex-wrap items-center gap-x-3",
        "border-t border-line px-3 py-1.5 text-2xs text-ink-subtle",
      )}
    >
      {cell?.latency_ms != null && <span>{formatLatency(cell.latency_ms)}</span>}
      {cell?.prompt_tokens != null && (
        <span>
          {formatTokens(cell.prompt_tokens)} | {formatTokens(cell.completion_tokens ?? 0)}
        </span>
      )}
      {cell && isGradable(cell) && (
        <span>
          {formatMoney(readMoney(cell.cost_usd))}
          <SimulatedMark money={moneyOfCell(run.plan, cell)} />
        </span>
      )}
      <span className="ml-auto flex items-center">
        {grid && mayMark && isGradable(grid) && (
          <IconButton
            label="Good"
            aria-pressed={grid.manual === 1}
            className={cx("size-7!", grid.manual === 1 && "text-success!")}
            onClick={() => grade(grid, grid.manual === 1 ? null : 1)}
          >
            <ThumbsUp aria-hidden />
          </IconButton>
        )}
        {grid && mayMark && isGradable(grid) && (
          <IconButton
            label="Bad"
            aria-pressed={grid.manual === 0}
            className={cx("size-7!", grid.manual === 0 && "text-error!")}
            onClick={() => grade(grid, grid.manual === 0 ? null : 0)}
          >
            <ThumbsDown aria-hidden />
          </IconButton>
        )}
        {grid && mayMark && isDone(grid) && (
          <IconButton
            label={grid.flagged ? "Remove the flag" : "Flag for review"}
            className={cx("size-7!", grid.flagged && "text-warning!")}
            onClick={() => flag(grid)}
          >
            {grid.flagged ? <FlagOff aria-hidden /> : <Flag aria-hidden />}
          </IconButton>
        )}
        {cell?.output && <CopyButton text={cell.output} label="Copy" />}
      </span>
    </footer>
  );
}
