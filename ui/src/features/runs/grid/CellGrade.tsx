import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import type { Cell } from "@/api/types";
import { CriteriaInput } from "@/shared/labels/CriteriaInput";
import { StarsInput } from "@/shared/labels/StarsInput";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { Textarea } from "@/shared/ui/Input";
import { type GivenGrade, useGradeCell } from "./marksApi";

interface CellGradeProps {
  project: string;
  run: string;
  cell: Cell;
}

/** A person's grade: thumbs, stars or criteria, saved at once, and a word about why. */
export function CellGrade({ project, run, cell }: CellGradeProps) {
  const { ordinal, mark } = cell;
  const grade = useGradeCell(project, run);
  const [comment, setComment] = useState(mark?.comment ?? "");
  const [byCriteria, setByCriteria] = useState(mark?.criteria != null);
  const [criteria, setCriteria] = useState<Record<string, number>>(() => raw(cell));
  const waiting = grade.isPending ? grade.variables : null;
  const stars = waiting ? ("stars" in waiting ? waiting.stars : null) : (mark?.stars ?? null);
  const given = waiting
    ? "grade" in waiting
      ? waiting.grade
      : null
    : mark?.stars != null || mark?.criteria != null
      ? null
      : (mark?.grade ?? null);
  const thumb = (value: number) =>
    grade.mutate({ ordinal, ...(given === value ? { grade: null } : { grade: value, note: comment }) });
  const star = (value: number) =>
    grade.mutate({ ordinal, ...(stars === value ? { grade: null } : { stars: value, note: comment }) });
  const give = (place: number, value: number | null) => {
    const name = cell.criteria[place]?.name ?? "";
    const next = { ...criteria };
    if (value === null) delete next[name];
    else next[name] = value;
    setCriteria(next);
    // Half a judgement is none: it is saved when every criterion has a value.
    if (cell.criteria.every((each) => next[each.name] !== undefined))
      grade.mutate({ ordinal, criteria: next, note: comment });
  };
  return (
    <div className="mb-3 flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div role="group" aria-label="Label by hand" className="flex items-center gap-1">
          <ThumbButton up chosen={given === 1} onClick={() => thumb(1)} />
          <ThumbButton up={false} chosen={given === 0} onClick={() => thumb(0)} />
        </div>
        <div className="min-w-56 flex-1">
          <StarsInput stars={stars} onChoose={star} />
        </div>
      </div>
      {cell.criteria.length > 0 && (
        <Disclosure
          label="By criteria"
          open={byCriteria}
          onOpenChange={setByCriteria}
          summary={`${cell.criteria.length} criteria of the run’s rubric`}
        >
          <CriteriaInput criteria={cell.criteria} given={criteria} at={null} onGive={give} />
        </Disclosure>
      )}
      {mark?.grade != null && (
        <div className="flex flex-col items-start gap-2">
          <Field label="Why this label" hideLabel className="w-full">
            <Textarea
              rows={2}
              maxLength={2_000}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
              placeholder="Why this label?"
            />
          </Field>
          {comment !== mark.comment && (
            <Button
              variant="secondary"
              size="xs"
              loading={grade.isPending}
              onClick={() => grade.mutate({ ...saidBefore(cell), note: comment })}
            >
              Save the reason
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Shares of the server on the scales of the criteria. */
function raw({ criteria, mark }: Cell): Record<string, number> {
  return Object.fromEntries(
    criteria.flatMap(({ name, scale }) =>
      mark?.criteria?.[name] === undefined ? [] : [[name, Math.round(mark.criteria[name] * scale * 100) / 100]],
    ),
  );
}

/** The same grade once more, in the way it was given. */
function saidBefore(cell: Cell): GivenGrade {
  const { ordinal, mark } = cell;
  if (mark?.stars != null) return { ordinal, stars: mark.stars };
  return mark?.criteria != null && cell.criteria.length > 0
    ? { ordinal, criteria: raw(cell) }
    : { ordinal, grade: mark?.grade ?? null };
}

function ThumbButton({ up, chosen, onClick }: { up: boolean; chosen: boolean; onClick: () => void }) {
  const Icon = up ? ThumbsUp : ThumbsDown;
  const look = !chosen
    ? ""
    : up
      ? "border-success-mark! bg-success-soft! text-success!"
      : "border-error-mark! bg-error-soft! text-error!";
  return (
    <Button variant="secondary" size="sm" aria-pressed={chosen} className={cx(look)} onClick={onClick}>
      <Icon aria-hidden /> {up ? "Good" : "Bad"}
    </Button>
  );
}
