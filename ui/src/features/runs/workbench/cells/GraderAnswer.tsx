import { useQuery } from "@tanstack/react-query";
import type { GridCell } from "@/api/types";
import { cellQuery, scoreReason } from "@/features/runs";
import { visibleText } from "@/shared/format/visibleText";
import { cx } from "@/shared/ui/cx";
import { useGridContext } from "./gridContext";

/** Why the grader graded so, shown in place of the answer of the model. Untrusted as any answer. */
export function GraderAnswer({ cell }: { cell: GridCell }) {
  const { project, run } = useGridContext();
  const whole = useQuery(cellQuery(project, run.id, cell.ordinal)).data?.scores.find(
    ({ scorer }) => scorer === run.grade_scorer,
  );
  const short = cell.scores.find(({ scorer }) => scorer === run.grade_scorer);
  const name = run.scorers.find(({ number }) => number === run.grade_scorer)?.name ?? "Grader";
  const text = whole ? scoreReason(whole) : (short?.reason.text ?? "");
  return (
    <div
      role="region"
      aria-label={`Answer of ${name}`}
      data-own-click
      className={cx(
        "-m-1 flex max-h-44 min-h-0 flex-1 animate-[fade-in_150ms_ease-out] cursor-text",
        "flex-col overflow-y-auto rounded-md bg-lilac-soft p-1.5",
      )}
    >
      <p className="text-2xs font-medium text-lilac">{name}</p>
      <p dir="auto" className="text-xs leading-4.5 wrap-anywhere whitespace-pre-wrap text-ink [unicode-bidi:plaintext]">
        {visibleText(text) || "The grader gave no reason."}
      </p>
    </div>
  );
}
