import { ArrowDown, ArrowUp, EllipsisVertical, GripVertical, Trash2 } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cx } from "@/shared/ui/cx";
import { Disclosure } from "@/shared/ui/Disclosure";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/shared/ui/DropdownMenu";
import { Field } from "@/shared/ui/Field";
import { IconButton } from "@/shared/ui/IconButton";
import { Input, Textarea } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";
import { scaleWords } from "../judgePhrasing";
import { CriterionLevels } from "./CriterionLevels";
import { type CriterionPart, describedLevels, levelsOf, type Scale, SCALES } from "./rubricForm";

/** One set of columns for the head and for every row. */
export const ROW_COLUMNS = "lg:grid-cols-[1.75rem_minmax(9rem,12rem)_minmax(0,1fr)_5.5rem_7rem_2.25rem]";

const SCALE_OPTIONS = SCALES.map((scale) => ({
  value: String(scale),
  label: scaleWords(scale),
  hint: scale === 100 ? "101 points" : `${scale + 1} points`,
}));

const EXAMPLES = ["Accuracy", "Helpfulness", "Tone", "Conciseness"];

interface CriterionRowProps {
  part: CriterionPart;
  place: number;
  count: number;
  problems: { name?: string | undefined; description?: string | undefined; weight?: string | undefined };
  readOnly: boolean;
  handle: ComponentProps<"button">;
  dragged: boolean;
  lineAbove: boolean;
  lineBelow: boolean;
  onChange: (part: Partial<CriterionPart>) => void;
  onMove: (by: -1 | 1) => void;
  /** Null where two have to stay. */
  onRemove: (() => void) | null;
  onLeave: (field: "name" | "description" | "weight") => void;
}

export function CriterionRow(props: CriterionRowProps) {
  const { part, place, problems, readOnly, onChange, onLeave } = props;
  const [open, setOpen] = useState(false);
  const name = part.name.trim() || `criterion ${place + 1}`;
  const described = Object.keys(describedLevels(part)).length;
  return (
    <li
      data-row
      aria-label={`Criterion ${place + 1}`}
      className={cx(
        "group relative border-b border-line px-3 py-3 last:border-b-0",
        props.dragged && "opacity-50",
        props.lineAbove && "before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-focus",
        props.lineBelow && "after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-focus",
      )}
    >
      <div
        className={cx(
          "grid grid-cols-[1.75rem_minmax(0,1fr)_minmax(0,1fr)_2.25rem] items-start gap-x-2 gap-y-2 lg:gap-x-3",
          ROW_COLUMNS,
        )}
      >
        {readOnly ? (
          <span className="flex h-9 items-center justify-center text-xs text-ink-subtle">{place + 1}</span>
        ) : (
          <button
            type="button"
            {...props.handle}
            aria-label={`Move ${name}`}
            aria-roledescription="sortable"
            title="Drag, or press the arrow keys"
            className={cx(
              "flex h-9 cursor-grab! touch-none items-center justify-center rounded text-ink-subtle",
              "hover:text-ink active:cursor-grabbing!",
            )}
          >
            <GripVertical aria-hidden className="size-4" />
          </button>
        )}
        <Field
          label={`Name of criterion ${place + 1}`}
          hideLabel
          error={problems.name}
          className="col-span-2 lg:col-span-1"
        >
          <Input
            value={part.name}
            readOnly={readOnly}
            maxLength={60}
            autoComplete="off"
            placeholder={EXAMPLES[place % EXAMPLES.length]}
            className="font-medium"
            onBlur={() => onLeave("name")}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Field>
        {!readOnly && <RowMenu {...props} name={name} />}
        <Field
          label={`Description of ${name}`}
          hideLabel
          error={problems.description}
          className="col-span-2 col-start-2 lg:order-none lg:col-span-1 lg:col-start-3 lg:row-start-1"
        >
          <Textarea
            rows={2}
            value={part.description}
            readOnly={readOnly}
            maxLength={600}
            placeholder="What the judge looks at, in one or two sentences"
            onBlur={() => onLeave("description")}
            onChange={({ target }) => onChange({ description: target.value })}
            className="field-sizing-content max-h-48 min-h-15 resize-y text-sm"
          />
        </Field>
        <Field
          label={`Weight of ${name}`}
          hideLabel
          error={problems.weight}
          className="col-start-2 lg:col-start-4 lg:row-start-1"
        >
          <div className="flex items-center gap-2">
            <span aria-hidden className="text-xs text-ink-subtle lg:hidden">
              Weight
            </span>
            <Input
              value={part.weight}
              readOnly={readOnly}
              inputMode="decimal"
              autoComplete="off"
              placeholder="0.5"
              className="text-right"
              onBlur={() => onLeave("weight")}
              onChange={({ target }) => onChange({ weight: target.value })}
            />
          </div>
        </Field>
        <div className="col-start-3 flex items-center gap-2 lg:col-start-5 lg:row-start-1">
          <span aria-hidden className="text-xs text-ink-subtle lg:hidden">
            Scale
          </span>
          <Select
            className="min-w-0 flex-1"
            label={`Scale of ${name}`}
            value={String(part.scale)}
            disabled={readOnly}
            onChange={(scale) => onChange({ scale: Number(scale) as Scale })}
            options={SCALE_OPTIONS}
          />
        </div>
      </div>
      <div className="mt-1 pl-9 lg:pl-10">
        <Disclosure
          label="Levels"
          open={open}
          onOpenChange={setOpen}
          summary={
            described > 0
              ? `${described} of ${levelsOf(part.scale).length} described`
              : "what each score means; optional"
          }
        >
          <CriterionLevels part={part} name={name} readOnly={readOnly} onChange={(levels) => onChange({ levels })} />
        </Disclosure>
      </div>
    </li>
  );
}

function RowMenu({ name, place, count, onMove, onRemove }: CriterionRowProps & { name: string }) {
  return (
    <div className="col-start-4 row-start-1 flex lg:col-start-6">
      <DropdownMenu
        trigger={
          <IconButton label={`More about ${name}`} tip={false} className="h-9">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        {place > 0 && (
          <MenuItem icon={<ArrowUp aria-hidden />} onSelect={() => onMove(-1)}>
            Move up
          </MenuItem>
        )}
        {place < count - 1 && (
          <MenuItem icon={<ArrowDown aria-hidden />} onSelect={() => onMove(1)}>
            Move down
          </MenuItem>
        )}
        {onRemove && count > 1 && <MenuSeparator />}
        {onRemove && (
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onRemove}>
            Delete
          </MenuItem>
        )}
      </DropdownMenu>
    </div>
  );
}
