/** One answer on the workbench: what was said, one figure of it, and what can be done with it. */
import { Flag } from "lucide-react";
import { memo, useState } from "react";
import { CELL_WORDS, CellBody, type CellProps, cellTint, SafetyBadge, violationsOf } from "@/features/runs";
import { cx } from "@/shared/ui/cx";
import { isDone, useGridContext } from "./gridContext";
import { CellActions } from "./CellActions";
import { GraderAnswer } from "./GraderAnswer";
import { MetricBadge } from "./MetricBadge";

export const WorkbenchCell = memo(function WorkbenchCell({ cell, label, active }: CellProps) {
  const { run, idle } = useGridContext();
  // The buttons of a cell are made when someone comes near: forty cells with four buttons each would slow scrolling.
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
        "relative flex size-full min-w-0 flex-col px-3 py-2",
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
      {graderShown ? (
        <GraderAnswer cell={cell} />
      ) : (
        <CellBody run={run.id} cell={cell} idle={idle} lines="line-clamp-5" />
      )}
      <div
        className={cx(
          "pointer-events-none absolute right-2 bottom-1 flex max-w-[calc(100%-1rem)] items-center gap-1.5",
          "*:pointer-events-auto",
        )}
      >
        <SafetyBadge cell={cell} />
        {cell.flagged && <Flag aria-hidden className="size-3.5 fill-warning-soft text-warning" />}
        {isDone(cell) && (
          <MetricBadge cell={cell} reachable={active} open={graderShown} onToggle={() => showGrader(!graderShown)} />
        )}
      </div>
      {(near || active) && !graderShown && isDone(cell) && <CellActions cell={cell} reachable={active} />}
    </div>
  );
});
