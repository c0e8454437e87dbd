import type { RunReport } from "@/api/types";
import { moneyOfCell, SimulatedMark } from "@/shared/ui/SimulatedMark";
import { gradeColor } from "../cells/cellGrade";
import { summaryOf } from "../cells/cellMetrics";
import type { Metric } from "../setup/runSetup";

/** The average of a column, with what it stands on. */
export function SummaryCell({ run, column, metric }: { run: RunReport; column: number; metric: Metric }) {
  const { main, note, grade } = summaryOf(run, column, metric);
  return (
    <span
      key={metric}
      data-summary={metric}
      className="flex min-w-0 flex-1 animate-[fade-in_150ms_ease-out] items-center justify-between gap-2"
    >
      <span title={note} className="truncate text-2xs text-ink-subtle">
        {note}
      </span>
      <span
        style={grade === null ? undefined : gradeColor(grade)}
        className="shrink-0 rounded-md px-1.5 py-0.5 font-medium text-ink tabular-nums"
      >
        {main}
        {metric === "cost" && main !== "–" && <SimulatedMark money={moneyOfCell(run.plan, { ordinal: column })} />}
      </span>
    </span>
  );
}
