import { MessagesSquare, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { CaseValue, Split } from "@/api/types";
import { Button } from "@/shared/ui/Button";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { IconButton } from "@/shared/ui/IconButton";
import { Input, Textarea } from "@/shared/ui/Input";
import { Notice } from "@/shared/ui/Notice";
import { Segmented } from "@/shared/ui/Segmented";
import { Select } from "@/shared/ui/Select";
import { type CaseProblems, type CaseValues, newField, type ValueField } from "./caseForm";
import { DIFFICULTIES, DIFFICULTY_WORDS, SPLIT_NAMES, SPLITS } from "./datasetKinds";
import { ChooseFileButton, FileField } from "./FileField";
import { MessagesField } from "./MessagesField";
import { TagInput } from "./TagInput";

interface CaseFormProps {
  values: CaseValues;
  problems: CaseProblems;
  knownTags: readonly string[];
  /** The hold-out is locked: nothing goes into it. */
  locked: boolean;
  onChange: (values: CaseValues) => void;
}

const NO_DIFFICULTY = "none";
/** As tall as what is written in it, within reason. */
const growing = "field-sizing-content max-h-96 min-h-9";

export function CaseForm({ values, problems, knownTags, locked, onChange }: CaseFormProps) {
  const [more, setMore] = useState(values.metadata !== "");
  const set = (part: Partial<CaseValues>) => onChange({ ...values, ...part });
  const setField = (index: number, part: Partial<ValueField>) =>
    set({ fields: values.fields.map((field, at) => (at === index ? { ...field, ...part } : field)) });
  return (
    <div className="flex flex-col gap-4">
      {problems.form && (
        <Notice tone="error" alert>
          {problems.form}
        </Notice>
      )}
      {values.fields.map((field, index) =>
        field.known ? (
          <CaseValueInput
            key={index}
            label={field.name}
            field={field}
            error={problems[`value.${index}`]}
            onValue={(value) => setField(index, { value })}
          />
        ) : (
          <div key={index} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3">
            <div className="flex items-start gap-2">
              <Field
                label="Name of the variable"
                required
                error={problems[`name.${index}`]}
                hint="The name that prompts use between {{ and }}."
                className="flex-1"
              >
                <Input
                  value={field.name}
                  maxLength={100}
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="question"
                  className="font-mono text-sm"
                  onChange={(event) => setField(index, { name: event.target.value })}
                />
              </Field>
              {values.fields.length > 1 && (
                <IconButton
                  label="Remove this variable"
                  className="mt-6.5"
                  onClick={() => set({ fields: values.fields.filter((_, at) => at !== index) })}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              )}
            </div>
            <CaseValueInput
              label="Value"
              field={field}
              error={problems[`value.${index}`]}
              onValue={(value) => setField(index, { value })}
            />
          </div>
        ),
      )}
      <Button
        variant="ghost"
        size="sm"
        className="-mt-1 self-start"
        onClick={() => set({ fields: [...values.fields, newField()] })}
      >
        <Plus aria-hidden /> Add a variable
      </Button>
      <Field
        label="Expected"
        optional
        error={problems.expected}
        hint="The answer a good prompt gives. Scorers that compare need it."
      >
        <Textarea
          value={values.expected}
          rows={1}
          dir="auto"
          className={growing}
          onChange={(event) => set({ expected: event.target.value })}
        />
      </Field>
      <Field label="Tags" optional hint="Press Enter or type a comma after each tag.">
        <TagInput tags={values.tags} known={knownTags} onChange={(tags) => set({ tags })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Difficulty">
          <Select
            value={values.difficulty === null ? NO_DIFFICULTY : String(values.difficulty)}
            onChange={(next) => set({ difficulty: next === NO_DIFFICULTY ? null : Number(next) })}
            options={[
              { value: NO_DIFFICULTY, label: "Not rated" },
              ...DIFFICULTIES.map((step) => ({
                value: String(step),
                label: `${step} · ${DIFFICULTY_WORDS[step] ?? ""}`,
              })),
            ]}
          />
        </Field>
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium text-ink">Split</span>
          <Segmented<Split>
            label="Split"
            className="h-9 self-start [&_button]:h-8"
            value={values.split}
            onChange={(split) => set({ split })}
            options={SPLITS.map((value) => ({
              value,
              label: SPLIT_NAMES[value],
              refused: locked && value === "holdout" ? "The hold-out is locked" : undefined,
            }))}
          />
        </div>
      </div>
      <Disclosure label="Metadata" open={more} onOpenChange={setMore} summary="For your own use; prompts do not see it">
        <Field
          label="JSON object"
          optional
          error={problems.metadata}
          hint="For example the source of the case or its id in another system. Prompts do not see metadata."
        >
          <Textarea
            value={values.metadata}
            rows={4}
            spellCheck={false}
            placeholder={'{"source": "ticket 4711"}'}
            className="font-mono text-sm"
            onChange={(event) => set({ metadata: event.target.value })}
          />
        </Field>
      </Disclosure>
      {!more && problems.metadata && (
        <p role="alert" className="text-xs text-error">
          {problems.metadata}
        </p>
      )}
    </div>
  );
}

interface CaseValueInputProps {
  label: string;
  field: ValueField;
  error: string | undefined;
  onValue: (value: CaseValue) => void;
}

function CaseValueInput({ label, field, error, onValue }: CaseValueInputProps) {
  if (typeof field.value !== "string" && "file" in field.value)
    return <FileField label={label} value={field.value} error={error} onChange={onValue} />;
  if (typeof field.value !== "string")
    return <MessagesField label={label} value={field.value} error={error} onChange={onValue} />;
  const text = field.value;
  return (
    <Field
      label={label}
      error={error}
      aside={
        text === "" && (
          <span className="flex items-center gap-1">
            <ChooseFileButton label={label} onFile={onValue} />
            <Button
              variant="ghost"
              size="xs"
              aria-label={`Make ${label} a conversation`}
              onClick={() =>
                onValue({ messages: [{ role: "user", content: "", tool_calls: [], tool_call_id: null, files: [] }] })
              }
            >
              <MessagesSquare aria-hidden /> Conversation
            </Button>
          </span>
        )
      }
    >
      <Textarea
        value={text}
        rows={1}
        dir="auto"
        className={growing}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  );
}
