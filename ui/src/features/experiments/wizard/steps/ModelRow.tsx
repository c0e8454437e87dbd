import { Copy, X } from "lucide-react";
import { useState } from "react";
import type { Model } from "@/api/types";
import { combinations, GRID_HINTS, GRID_LABELS, GRID_NAMES } from "@/features/runs";
import { ParameterFields, parameterSummary } from "@/features/models/playground";
import { SelectBox } from "@/features/datasets";
import { countOf } from "@/shared/format/quantities";
import { Badge } from "@/shared/ui/Badge";
import { Button } from "@/shared/ui/Button";
import { cx } from "@/shared/ui/cx";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { IconButton } from "@/shared/ui/IconButton";
import { Input } from "@/shared/ui/Input";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import type { StepProblem } from "../planTypes";
import type { TargetPart } from "../wizardForm";
import { messageAt } from "../planProblems";
import { COSTLY_PER_1K, per1k, per1kWords } from "./modelPrices";

interface ModelRowProps {
  project: string;
  model: Model;
  /** Where it stands among the targets; more than once with other parameters. */
  parts: readonly { part: TargetPart; place: number }[];
  problems: readonly StepProblem[];
  onToggle: (on: boolean) => void;
  onChange: (place: number, part: Partial<TargetPart>) => void;
  onAgain: () => void;
  onRemove: (place: number) => void;
}

export function ModelRow({ model, parts, problems, onToggle, onChange, onAgain, onRemove }: ModelRowProps) {
  const on = parts.length > 0;
  const costly = (per1k(model) ?? 0) > COSTLY_PER_1K;
  return (
    <li className={cx("px-4 py-2.5", on && "bg-accent-soft/30")}>
      <div className="flex items-center gap-3">
        <SelectBox label={model.title} checked={on} onToggle={() => onToggle(!on)} />
        {/* The whole line is the label's place for the pointer; the box is what the keyboard presses. */}
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={() => onToggle(!on)}
          className="flex min-w-0 flex-1 items-center gap-2 text-left"
        >
          <ProviderMark provider={model.provider} size="sm" />
          <span className="min-w-0 flex-1 truncate text-sm">
            <span className="font-medium text-ink">{model.title}</span>
            <span className="ml-2 text-xs text-ink-subtle">{model.credential_label}</span>
          </span>
        </button>
        {model.deprecated && <Badge tone="warning">Deprecated</Badge>}
        {costly && <Badge tone="warning">Expensive</Badge>}
        <span className="shrink-0 text-xs whitespace-nowrap text-ink-muted">{per1kWords(model)}</span>
      </div>
      {parts.map(({ part, place }, index) => (
        <ModelParameters
          key={place}
          model={model}
          part={part}
          place={place}
          nth={parts.length > 1 ? index + 1 : null}
          problems={problems}
          onChange={(next) => onChange(place, next)}
          onRemove={parts.length > 1 ? () => onRemove(place) : null}
          onAgain={index === parts.length - 1 ? onAgain : null}
        />
      ))}
    </li>
  );
}

interface ModelParametersProps {
  model: Model;
  part: TargetPart;
  place: number;
  nth: number | null;
  problems: readonly StepProblem[];
  onChange: (part: Partial<TargetPart>) => void;
  onRemove: (() => void) | null;
  onAgain: (() => void) | null;
}

function ModelParameters({ model, part, place, nth, problems, onChange, onRemove, onAgain }: ModelParametersProps) {
  const [open, setOpen] = useState(false);
  const [wide, setWide] = useState(combinations(part.grid) > 1);
  const begin = `targets.${place}.parameters.`;
  const wrong = Object.fromEntries(
    problems
      .filter(({ field }) => field.startsWith(begin))
      .map(({ field, message }) => [field.slice(begin.length), message]),
  );
  const columns = combinations(part.grid);
  const summary =
    [parameterSummary(part.parameters), columns > 1 && countOf(columns, "configuration")].filter(Boolean).join(" · ") ||
    "temperature 1.0, 4,096 tokens";
  return (
    <div className="mt-1 flex items-start gap-2 pl-7">
      <div className="min-w-0 flex-1">
        <Disclosure
          label={nth ? `Parameters ${nth}` : "Parameters"}
          open={open || Object.keys(wrong).length > 0}
          onOpenChange={setOpen}
          summary={summary}
        >
          <ParameterFields
            model={model}
            values={part.parameters}
            problems={wrong}
            onChange={(parameters) => onChange({ parameters })}
          />
          <div className="mt-2">
            <Disclosure
              label="Parameter grid"
              open={wide}
              onOpenChange={setWide}
              summary="several values; each combination is one configuration"
            >
              <div className="grid gap-3 rounded-md border border-line bg-surface p-3 sm:grid-cols-2">
                {GRID_NAMES.map((name) => (
                  <Field
                    key={name}
                    label={GRID_LABELS[name]}
                    hint={GRID_HINTS[name]}
                    error={messageAt(problems, `targets.${place}.grid.${name}`)}
                  >
                    <Input
                      value={part.grid[name] ?? ""}
                      autoComplete="off"
                      placeholder="One value only"
                      onChange={({ target }) => onChange({ grid: { ...part.grid, [name]: target.value } })}
                    />
                  </Field>
                ))}
              </div>
            </Disclosure>
          </div>
          {onAgain && (
            <Button variant="ghost" size="xs" className="mt-2" onClick={onAgain}>
              <Copy aria-hidden /> Add the same model with other parameters
            </Button>
          )}
        </Disclosure>
      </div>
      {onRemove && (
        <IconButton label={`Remove configuration ${nth ?? 1} of ${model.title}`} className="size-7" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
