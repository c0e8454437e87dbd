import { Flag, FlagOff } from "lucide-react";
import { useState } from "react";
import type { Cell, Project, RunReport } from "@/api/types";
import { may } from "@/features/people/projects";
import { UNIT, valueText } from "@/shared/charts/estimateText";
import { visibleText } from "@/shared/format/visibleText";
import { Button } from "@/shared/ui/Button";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { RelativeTime } from "@/shared/ui/RelativeTime";
import { CellGrade } from "./CellGrade";
import { useFlagCell } from "./marksApi";
import { CellPart } from "./CellPart";

interface CellMarksProps {
  project: Project;
  run: RunReport;
  cell: Cell;
}

/** What people say of an answer: a figure of its own, which changes no score. */
export function CellMarks({ project, run, cell }: CellMarksProps) {
  const { ordinal, mark } = cell;
  const flag = useFlagCell(project.slug, run.id);
  const [note, setNote] = useState(mark?.note ?? "");
  const marks = may(project, "comment") && project.archived_at === null;
  const gradable = cell.state === "answered" || cell.state === "malformed";
  const given = mark?.grade ?? null;
  const flagged = mark?.flagged ?? false;
  if (!marks && given === null && !flagged) return null;
  return (
    <CellPart title="Review">
      {gradable && marks && <CellGrade project={project.slug} run={run.id} cell={cell} />}
      <div className="flex flex-wrap items-center gap-2">
        {marks && !flagged && (
          <Button
            variant="secondary"
            size="sm"
            loading={flag.isPending}
            onClick={() => flag.mutate({ ordinal, flagged: true, note })}
          >
            <Flag aria-hidden /> Flag for review
          </Button>
        )}
        {marks && flagged && (
          <Button
            variant="secondary"
            size="sm"
            loading={flag.isPending}
            onClick={() => flag.mutate({ ordinal, flagged: false, note: "" })}
          >
            <FlagOff aria-hidden /> Remove the flag
          </Button>
        )}
      </div>
      {given !== null && mark?.graded_by && (
        <p className="mt-2 text-xs text-ink-subtle">
          Labelled {valueText(UNIT, given)} by {mark.graded_by}
          {mark.graded_at && (
            <>
              {" "}
              <RelativeTime at={mark.graded_at} />
            </>
          )}
        </p>
      )}
      {!marks && mark?.comment && (
        <p dir="auto" className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap text-ink">
          {visibleText(mark.comment)}
        </p>
      )}
      {flagged && (
        <div className="mt-2 rounded-md bg-warning-soft px-3 py-2">
          <p className="flex items-center gap-1.5 text-xs font-medium text-warning">
            <Flag aria-hidden className="size-3.5" /> Flagged{mark?.flagged_by && ` by ${mark.flagged_by}`}
            {mark?.flagged_at && <RelativeTime at={mark.flagged_at} />}
          </p>
          {!marks && mark?.note && (
            <p dir="auto" className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap text-ink">
              {visibleText(mark.note)}
            </p>
          )}
          {marks && (
            <div className="mt-1.5 flex flex-col items-start gap-2">
              <Field label="Note" hideLabel className="w-full">
                <Textarea
                  rows={2}
                  maxLength={2_000}
                  value={note}
                  onChange={(event) => setNote(event.target.value)}
                  placeholder="What should be reviewed?"
                />
              </Field>
              {note !== (mark?.note ?? "") && (
                <Button
                  variant="secondary"
                  size="xs"
                  loading={flag.isPending}
                  onClick={() => flag.mutate({ ordinal, flagged: true, note })}
                >
                  Save the note
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </CellPart>
  );
}
