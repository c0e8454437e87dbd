import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { grouped, placeText, type ProblemGroup, type RowProblem } from "./rowProblems";

interface ProblemListProps {
  problems: readonly RowProblem[];
  /** How many rows have problems in all, if more than are listed. */
  rows: number;
}

const FIRST = 6;

/** What is wrong with which rows; the same problem in many rows is shown once. */
export function ProblemList({ problems, rows }: ProblemListProps) {
  const listed = new Set(problems.map(({ row }) => row)).size;
  return (
    <div>
      <ul aria-label="Problems" className="divide-y divide-line rounded-lg border border-line">
        {grouped(problems).map((group) => (
          <Group key={`${group.column ?? ""} ${group.message}`} group={group} />
        ))}
      </ul>
      {rows > listed && (
        <p className="pt-2 text-xs text-ink-subtle">
          The first {listed.toLocaleString("en")} of {rows.toLocaleString("en")} rows with problems are listed.
        </p>
      )}
    </div>
  );
}

function Group({ group }: { group: ProblemGroup }) {
  const [all, setAll] = useState(false);
  const shown = all ? group.problems : group.problems.slice(0, FIRST);
  const rest = group.problems.length - shown.length;
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-mark" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere text-ink">
          {group.column !== null && (
            <>
              <span className="font-mono text-xs text-ink-muted">{visibleText(group.column)}</span>
              {": "}
            </>
          )}
          {visibleText(group.message)}
        </p>
        <p className="text-xs wrap-anywhere text-ink-subtle">
          {shown.map(placeText).join(" · ")}
          {rest > 0 && (
            <>
              {" "}
              <button
                type="button"
                className="min-h-6 rounded font-medium text-accent-ink hover:underline"
                onClick={() => setAll(true)}
              >
                and {rest.toLocaleString("en")} more
              </button>
            </>
          )}
        </p>
      </div>
      <span className="shrink-0 text-xs text-ink-muted">{countOf(group.problems.length, "row")}</span>
    </li>
  );
}
