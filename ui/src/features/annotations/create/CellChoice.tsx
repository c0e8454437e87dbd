import type { RunColumn } from "@/api/types";
import { columnName } from "@/features/runs";
import { Checkbox } from "@/shared/ui/Checkbox";
import { Field } from "@/shared/ui/Field";
import { Input } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";
import { PICK_HINTS, PICK_NAMES, type Pick } from "../annotationPhrasing";
import type { Problems, QueueForm } from "./queueForm";

const PICKS: Pick[] = ["random", "all", "flagged", "low", "disagree"];

interface CellChoiceProps {
  form: QueueForm;
  problems: Problems;
  columns: readonly RunColumn[];
  onChange: (part: Partial<QueueForm>) => void;
}

/** Which answers of the run go into the queue. */
export function CellChoice({ form, problems, columns, onChange }: CellChoiceProps) {
  const chosen = form.columns ?? columns.map((_, place) => place);
  const toggle = (place: number, on: boolean) => {
    const next = columns.map((_, each) => each).filter((each) => (each === place ? on : chosen.includes(each)));
    onChange({ columns: next.length === columns.length ? null : next });
  };
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border border-line px-4 pt-3 pb-4">
      <legend className="px-1 text-sm font-medium text-ink">Answers</legend>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem_8rem]">
        <Field label="Which answers" hint={PICK_HINTS[form.pick]}>
          <Select
            value={form.pick}
            onChange={(pick) => onChange({ pick })}
            options={PICKS.map((value) => ({ value, label: PICK_NAMES[value] }))}
          />
        </Field>
        <Field label="At most" error={problems.count}>
          <Input
            inputMode="numeric"
            value={form.count}
            placeholder="no limit"
            onChange={(event) => onChange({ count: event.target.value })}
          />
        </Field>
        {form.pick === "low" && (
          <Field label="Below" error={problems.below}>
            <Input
              inputMode="decimal"
              value={form.below}
              onChange={(event) => onChange({ below: event.target.value })}
            />
          </Field>
        )}
      </div>
      {columns.length > 1 && (
        <div role="group" aria-label="Columns" className="flex flex-col gap-1.5">
          <span className="text-xs text-ink-subtle">Columns</span>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {columns.map((column, place) => (
              <Checkbox
                key={place}
                label={columnName(column, columns)}
                checked={chosen.includes(place)}
                onChange={(on) => toggle(place, on)}
              />
            ))}
          </div>
          {problems.columns && (
            <p role="alert" className="text-xs text-error">
              {problems.columns}
            </p>
          )}
        </div>
      )}
      <Checkbox
        label="Leave out answers that a person has already labelled"
        checked={form.unmarked}
        onChange={(unmarked) => onChange({ unmarked })}
      />
    </fieldset>
  );
}
