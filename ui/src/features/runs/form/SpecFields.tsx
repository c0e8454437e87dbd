/** A scorer's fields, drawn from its JSON schema: a new scorer needs no change here. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { modelQuery } from "@/features/models";
import { promptQuery } from "@/features/prompts";
import { Field } from "@/shared/ui/Field";
import { Input, Textarea } from "@/shared/ui/Input";
import { Select } from "@/shared/ui/Select";
import { Switch } from "@/shared/ui/Switch";
import { JudgeChoice } from "../score/JudgeChoice";
import { type ModelRole, type SpecField, type SpecValues, valueOf, withValue } from "./schemaFields";
import { ModelPicker } from "./TargetSection";
import { PromptPicker } from "./VersionSection";

interface SpecFieldsProps {
  project: string;
  fields: readonly SpecField[];
  values: SpecValues;
  problems: Record<string, string>;
  onChange: (values: SpecValues) => void;
}

const WIDE = new Set(["code", "json", "texts"]);

export function SpecFields({ project, fields, values, problems, onChange }: SpecFieldsProps) {
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {fields.map((field) => (
        <div key={field.name} className={WIDE.has(field.kind) ? "min-w-0 sm:col-span-2" : "min-w-0"}>
          <Drawn
            project={project}
            field={field}
            value={valueOf(field, values)}
            problem={problems[field.name]}
            onChange={(value) => onChange(withValue(values, field.name, value))}
          />
        </div>
      ))}
    </div>
  );
}

interface DrawnProps {
  project: string;
  field: SpecField;
  value: unknown;
  problem: string | undefined;
  onChange: (value: unknown) => void;
}

function Drawn({ project, field, value, problem, onChange }: DrawnProps) {
  const { label, hint, kind, required } = field;
  const common = { label, hint: hint || undefined, error: problem, required };
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  switch (kind) {
    case "boolean":
      return (
        <Field {...common} required={false}>
          <Switch checked={value === true} onChange={onChange} />
        </Field>
      );
    case "choice":
      return (
        <Field {...common}>
          <Select
            value={text}
            onChange={onChange}
            options={field.choices.map((choice) => ({ value: choice, label: choice.replaceAll("_", " ") }))}
          />
        </Field>
      );
    case "number":
      return (
        <Field {...common}>
          <Input
            type="number"
            step={field.whole ? 1 : "any"}
            min={field.min}
            max={field.max}
            value={text}
            placeholder={field.nullable ? "None" : undefined}
            onChange={({ target }) =>
              onChange(target.value === "" ? (field.nullable ? null : undefined) : Number(target.value))
            }
          />
        </Field>
      );
    case "texts":
      return (
        <Field {...common} hint={[hint, "One a line"].filter(Boolean).join(". ")}>
          <Textarea
            rows={2}
            value={Array.isArray(value) ? value.join("\n") : ""}
            onChange={({ target }) => onChange(target.value === "" ? undefined : target.value.split("\n"))}
            className="font-mono text-sm"
          />
        </Field>
      );
    case "code":
      return (
        <Field {...common}>
          <Textarea
            rows={6}
            spellCheck={false}
            value={text}
            onChange={({ target }) => onChange(target.value)}
            className="font-mono text-xs"
          />
        </Field>
      );
    case "json":
      return <JsonField {...common} value={value} onChange={onChange} />;
    case "prompt":
      return (
        <Field {...common}>
          <GraderPromptPicker project={project} id={text} onChange={onChange} />
        </Field>
      );
    case "judge":
      return (
        <Field {...common}>
          <JudgeChoice project={project} id={text} modes={field.choices} onChange={onChange} />
        </Field>
      );
    case "model":
      return (
        <Field {...common}>
          <JudgePicker project={project} role={field.role} id={text} onChange={onChange} />
        </Field>
      );
    default:
      return (
        <Field {...common}>
          <Input
            value={text}
            placeholder={field.nullable ? "None" : undefined}
            onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
            autoComplete="off"
          />
        </Field>
      );
  }
}

interface JsonFieldProps extends Pick<DrawnProps, "value" | "onChange"> {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  required: boolean;
}

/** What no simpler field can hold. What is typed stays as it is until it is JSON. */
function JsonField({ value, onChange, hint, ...common }: JsonFieldProps) {
  const [typed, setTyped] = useState(() =>
    value === null || value === undefined ? "" : JSON.stringify(value, null, 2),
  );
  const type = (text: string) => {
    setTyped(text);
    if (text.trim() === "") return onChange(undefined);
    try {
      onChange(JSON.parse(text));
    } catch {
      onChange(text);
    }
  };
  return (
    <Field {...common} hint={[hint, "As JSON"].filter(Boolean).join(". ")}>
      <Textarea
        rows={4}
        spellCheck={false}
        value={typed}
        onChange={({ target }) => type(target.value)}
        className="font-mono text-xs"
      />
    </Field>
  );
}

function GraderPromptPicker({
  project,
  id,
  onChange,
}: {
  project: string;
  id: string;
  onChange: (id: string) => void;
}) {
  const chosen = useQuery({ ...promptQuery(project, id), enabled: id !== "" }).data ?? null;
  return (
    <PromptPicker project={project} kind="grader" label="Grader" chosen={id ? chosen : null} onChoose={onChange} />
  );
}

interface JudgePickerProps {
  project: string;
  role: ModelRole;
  id: string;
  onChange: (id: string) => void;
}

function JudgePicker({ project, role, id, onChange }: JudgePickerProps) {
  const chosen = useQuery({ ...modelQuery(project, id), enabled: id !== "" }).data ?? null;
  return (
    <ModelPicker
      project={project}
      label={role.label}
      usual={role.usual}
      chosen={id ? chosen : null}
      onChoose={(model) => onChange(model.id)}
    />
  );
}
