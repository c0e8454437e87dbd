/** One answer on the workbench: what was said, one figure of it, and what can be done with it. */
import { Flag } from "lucide-react";
import { memo, useState } from "react";
import { CELL_WORDS, CellBody, type CellProps, cellTint, SafetyBadge, violationsOf } from "@/features/runs";
import { cx } from "@/shared/ui/cx";
import { isDone, useGridContext } from "./gridContext";
import { CellActions } from "./CellActions";
import { GraderAnswer } from "./GraderAnswer";
import { MetricBadge } from "./MetricBadge";

export const WorkbenchCell = memo(function WorkbenchCell({ cell, label, active, compact }: CellProps) {
  const { run, idle } = useGridContext();
  // The buttons of a cell are made when someone comes near: forty cells with six buttons each would slow scrolling.
  const [near, setNear] = useState(false);
  const [graderShown, showGrader] = useState(false);
  const blocked = violationsOf(cell)?.blocked === true;
  const leave = () => {
    setNear(false);
    showGrader(false);
  };
  return (
    <div
      data-blocked={blocked || undefined}
      className={cx(
        "relative flex size-full min-w-0 gap-2 px-3",
        compact ? "items-center py-1" : "py-2",
        cellTint(cell.state),
        blocked && "bg-error-soft/40",
      )}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={leave}
    >
      <span className="sr-only">
        {label}, {CELL_WORDS[cell.state].toLowerCase()}
        {cell.flagged ? ", flagged" : ""}:{" "}
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        {graderShown ? (
          <GraderAnswer cell={cell} />
        ) : (
          <CellBody run={run.id} cell={cell} idle={idle} lines={compact ? 1 : 5} />
        )}
      </div>
      <div className="relative flex min-h-6 shrink-0 items-center gap-1.5 self-end">
        <SafetyBadge cell={cell} />
        {cell.flagged && <Flag aria-hidden className="size-3.5 fill-warning-soft text-warning" />}
        {isDone(cell) && (
          <MetricBadge cell={cell} reachable={active} open={graderShown} onToggle={() => showGrader(!graderShown)} />
        )}
        {(near || active) && !graderShown && isDone(cell) && <CellActions cell={cell} reachable={active} />}
      </div>
    </div>
  );
});
