import { ChevronRight, CircleAlert } from "lucide-react";
import { useState } from "react";
import { truncate } from "@/shared/format/quantities";
import { visibleText } from "@/shared/format/visibleText";
import { Badge } from "@/shared/ui/Badge";
import { cx } from "@/shared/ui/cx";
import { type Column, DataTable } from "@/shared/ui/DataTable";
import { NoneMark, Tags } from "../DatasetBadges";
import { headOf, markText, VERDICT_STATES, verdictOf } from "./judgeScores";
import { QuestionVerdicts } from "./QuestionVerdicts";
import type { JudgedQuestion, ReviewJudge, Verdict } from "./types";

interface JudgedTableProps {
  questions: readonly JudgedQuestion[];
  judges: readonly ReviewJudge[];
}

const LETTERS = 240;

/** Questions down, judges across; a row opens to what each of them said. */
export function JudgedTable({ questions, judges }: JudgedTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => setOpen(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]));
  const several = judges.length > 1;
  const columns: Column<JudgedQuestion>[] = [
    {
      key: "question",
      header: "Question",
      lead: true,
      className: several ? "lg:w-[44%]" : "lg:w-[70%]",
      cell: (question) => (
        <JudgedQuestion question={question} open={open.has(question.case)} onToggle={() => toggle(question.case)} />
      ),
    },
    ...judges.map((judge): Column<JudgedQuestion> => ({
      key: String(judge.scorer),
      header: headOf(judge, judges),
      align: "right",
      cell: (question) => <VerdictScore verdict={verdictOf(question, judge.scorer)} />,
    })),
    ...(several
      ? ([
          {
            key: "mean",
            header: "Mean",
            align: "right",
            cell: ({ mean }) =>
              mean === null ? <NoneMark /> : <span className="font-semibold text-ink">{markText(mean)}</span>,
          },
          {
            key: "spread",
            header: "Spread",
            align: "right",
            cell: ({ spread }) =>
              spread === null ? <NoneMark /> : <span className="text-ink-muted">± {markText(spread)}</span>,
          },
        ] satisfies Column<JudgedQuestion>[])
      : []),
  ];
  return (
    <DataTable
      caption="Questions and the scores of the judges, out of ten"
      columns={columns}
      rows={questions}
      rowKey={({ case: id }) => id}
      detail={(question) => (open.has(question.case) ? <QuestionVerdicts question={question} judges={judges} /> : null)}
      fixed
    />
  );
}

function JudgedQuestion({
  question: { position, text, tags, current },
  open,
  onToggle,
}: {
  question: JudgedQuestion;
  open: boolean;
  onToggle: () => void;
}) {
  return (
    <div className="min-w-0 py-0.5">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex w-full items-start gap-1 rounded text-left text-ink hover:text-accent-ink"
      >
        <ChevronRight
          aria-hidden
          className={cx(
            "mt-0.5 -ml-1 size-4 shrink-0 text-ink-subtle transition-transform duration-150",
            open && "rotate-90",
          )}
        />
        <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
          <span className="mr-1.5 text-xs text-ink-subtle">{position}</span>
          {visibleText(truncate(text, LETTERS))}
        </span>
      </button>
      {(tags.length > 0 || !current) && (
        <div className="mt-1 ml-4 flex flex-wrap items-center gap-1.5">
          {!current && <Badge tone="warning">changed since the review</Badge>}
          {tags.length > 0 && <Tags tags={tags.map(visibleText)} most={4} />}
        </div>
      )}
    </div>
  );
}

/** The mark with a bar behind it, so that low ones are seen down a column. */
function VerdictScore({ verdict }: { verdict: Verdict | null }) {
  if (verdict === null) return <NoneMark />;
  if (verdict.state === "error")
    return (
      <span
        title={verdict.problem ? visibleText(verdict.problem) : undefined}
        className="inline-flex items-center gap-1 text-xs text-error"
      >
        <CircleAlert aria-hidden className="size-3.5" /> {VERDICT_STATES.error}
      </span>
    );
  if (verdict.state !== "scored" || verdict.overall === null)
    return (
      <span className="text-xs text-ink-subtle">
        {verdict.state === "scored" ? "–" : VERDICT_STATES[verdict.state]}
      </span>
    );
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span aria-hidden className="hidden h-1.5 w-12 overflow-hidden rounded-full bg-surface-hover xl:block">
        <span className="block h-full rounded-full bg-series-1" style={{ width: `${verdict.overall * 100}%` }} />
      </span>
      <span className="tabular-nums text-ink">{markText(verdict.overall)}</span>
    </span>
  );
}
