import { useState } from "react";
import type { Dataset } from "@/api/types";
import { type ChosenModel, ModelPicker } from "@/features/runs";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { RangeInput } from "@/shared/ui/RangeInput";
import { Segmented } from "@/shared/ui/Segmented";
import { TagInput } from "../TagInput";
import {
  type GenerationForm,
  type GenerationProblems,
  LEVEL_NAMES,
  LEVELS,
  MOST_INSTRUCTIONS,
  MOST_QUESTIONS,
  MOST_TOPIC,
} from "./generationForm";
import { TypeChoice } from "./TypeChoice";

interface GenerationFieldsProps {
  project: string;
  form: GenerationForm;
  model: ChosenModel | null;
  /** The model that is used when none was chosen. */
  usual: string | null;
  problems: GenerationProblems;
  into: Dataset | null;
  onChange: (part: Partial<GenerationForm>) => void;
  onModel: (model: ChosenModel) => void;
}

export function GenerationFields({
  project,
  form,
  model,
  usual,
  problems,
  into,
  onChange,
  onModel,
}: GenerationFieldsProps) {
  const [more, setMore] = useState(false);
  const fixed = into !== null && into.columns.length > 0;
  const summary = [
    form.kind === "adversarial" && "adversarial",
    fixed ? null : `variables: ${form.variables.join(", ")}`,
    form.languages,
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Model that writes"
        hint={model === null && usual !== null ? `If you choose none, ${usual} is used.` : undefined}
      >
        <ModelPicker project={project} label="Model that writes" chosen={model} onChoose={onModel} />
      </Field>
      <Field
        label="Instructions"
        optional
        error={problems.about}
        aside={
          <span className="text-xs text-ink-subtle">
            {form.instructions.length.toLocaleString("en")} / {MOST_INSTRUCTIONS.toLocaleString("en")}
          </span>
        }
      >
        <Textarea
          rows={5}
          maxLength={MOST_INSTRUCTIONS}
          value={form.instructions}
          placeholder="Questions that need two steps of reasoning, with one right answer that can be checked"
          onChange={({ target }) => onChange({ instructions: target.value })}
        />
      </Field>
      <Field label="Topic" optional>
        <Input
          value={form.topic}
          maxLength={MOST_TOPIC}
          autoComplete="off"
          placeholder="Railway timetables"
          onChange={({ target }) => onChange({ topic: target.value })}
        />
      </Field>
      <TypeChoice types={form.types} onChange={(types) => onChange({ types })} />
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="text-sm font-medium text-ink">
            Difficulty
          </span>
          <Segmented
            label="Difficulty"
            className="h-9 [&>button]:h-8 [&>button]:px-3 [&>button]:text-sm"
            value={form.level}
            onChange={(level) => onChange({ level })}
            options={LEVELS.map((value) => ({ value, label: LEVEL_NAMES[value] }))}
          />
        </div>
        <Field label="Number of questions" required error={problems.count} className="w-40">
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={MOST_QUESTIONS}
            step={1}
            value={form.count}
            onChange={({ target }) => onChange({ count: target.value })}
          />
        </Field>
      </div>
      <Disclosure label="More" open={more || problems.variables !== undefined} onOpenChange={setMore} summary={summary}>
        <div className="flex flex-col gap-4 pb-1">
          {fixed ? (
            <p className="text-sm text-ink-muted">
              Each question fills the variables of {into.name}:{" "}
              <code className="text-lilac">{into.columns.join(", ")}</code>
            </p>
          ) : (
            <Field
              label="Variables"
              required
              error={problems.variables}
              hint="The variable names that prompts use for the parts of a question."
            >
              <TagInput
                tags={form.variables}
                placeholder="Add a variable…"
                onChange={(variables) => onChange({ variables })}
              />
            </Field>
          )}
          <div className="flex flex-col gap-1.5">
            <span aria-hidden className="text-sm font-medium text-ink">
              Kind
            </span>
            <Segmented
              label="Kind"
              className="self-start"
              value={form.kind}
              onChange={(kind) => onChange({ kind })}
              options={[
                { value: "synthetic", label: "Typical user questions" },
                { value: "adversarial", label: "Meant to break the prompt" },
              ]}
            />
          </div>
          <Field
            label="Variety"
            aside={<output className="text-xs text-ink-muted">{form.diversity}/10</output>}
            hint="Higher is more varied, and less predictable."
          >
            <RangeInput
              least={1}
              most={10}
              step={1}
              value={form.diversity}
              onChange={(diversity) => onChange({ diversity })}
            />
          </Field>
          <Field label="Languages" optional hint="Separated by commas.">
            <Input
              value={form.languages}
              maxLength={300}
              autoComplete="off"
              placeholder="English, German"
              onChange={({ target }) => onChange({ languages: target.value })}
            />
          </Field>
        </div>
      </Disclosure>
    </div>
  );
}
