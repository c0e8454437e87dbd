import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { AddModels } from "@/features/models/credentials";
import { fewModelsQuery, modelQuery } from "@/features/models";
import { parameterSummary, ParameterFields } from "@/features/models/playground";
import { countOf } from "@/shared/format/quantities";
import { cx } from "@/shared/ui/cx";
import { Disclosure } from "@/shared/ui/Disclosure";
import { Field } from "@/shared/ui/Field";
import { IconButton } from "@/shared/ui/IconButton";
import { Input } from "@/shared/ui/Input";
import { Picker } from "@/shared/ui/Picker";
import { ProblemLine } from "@/shared/ui/ProblemLine";
import { ProviderMark } from "@/shared/ui/ProviderMark";
import { combinations, GRID_HINTS, GRID_LABELS, GRID_NAMES } from "./parameterGrid";
import { type ChosenModel, newKey, problemAt, type RunProblem, type TargetPart } from "./runForm";
import { RunFormSection } from "./RunFormSection";

interface TargetSectionProps {
  project: string;
  targets: readonly TargetPart[];
  problems: readonly RunProblem[];
  onChange: (targets: TargetPart[]) => void;
  /** One value for each parameter: every row is one column. */
  plain?: boolean;
}

export function TargetSection({ project, targets, problems, onChange, plain = false }: TargetSectionProps) {
  const few = useQuery(fewModelsQuery(project, "", 50)).data;
  const none = few !== undefined && few.items.length === 0;
  const change = (key: number, part: Partial<TargetPart>) =>
    onChange(targets.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <RunFormSection
      title="Models"
      hint="Every model answers every case. You can add the same model twice with different parameters."
      problem={problemAt(problems, "targets")}
    >
      <ul className="flex flex-col gap-2">
        {targets.map((target, place) => (
          <li key={target.key} className="rounded-md border border-line px-3 py-2">
            <TargetRow
              project={project}
              target={target}
              plain={plain}
              problems={problems
                .filter(({ field }) => field.startsWith(`targets.${place}.`))
                .map(({ field, message }) => ({ field: field.slice(`targets.${place}.`.length), message }))}
              onChange={(part) => change(target.key, part)}
              onRemove={() => onChange(targets.filter(({ key }) => key !== target.key))}
            />
            <ProblemLine text={problemAt(problems, `targets.${place}`)} className="mt-1" />
          </li>
        ))}
      </ul>
      <div className={cx("flex flex-wrap items-center gap-2", targets.length > 0 && "mt-2")}>
        <ModelPicker
          project={project}
          label={targets.length === 0 ? "Choose a model" : "Add another model"}
          onChoose={(model) => onChange([...targets, { key: newKey(), model, parameters: {}, grid: {} }])}
          adding
        />
        {none && <AddModels project={project} />}
      </div>
    </RunFormSection>
  );
}

interface TargetRowProps {
  project: string;
  target: TargetPart;
  plain?: boolean;
  /** Of this target only, their paths begin below it. */
  problems: readonly RunProblem[];
  onChange: (part: Partial<TargetPart>) => void;
  onRemove: () => void;
}

export function TargetRow({ project, target, plain = false, problems, onChange, onRemove }: TargetRowProps) {
  const { model, parameters, grid } = target;
  const [open, setOpen] = useState(false);
  const [wide, setWide] = useState(combinations(grid) > 1);
  const whole = useQuery(modelQuery(project, model.id)).data ?? null;
  const wrong = Object.fromEntries(
    problems
      .filter(({ field }) => field.startsWith("parameters."))
      .map(({ field, message }) => [field.slice("parameters.".length), message]),
  );
  const columns = combinations(grid);
  const summary =
    [parameterSummary(parameters), columns > 1 && countOf(columns, "column")].filter(Boolean).join(" · ") ||
    "parameters of the prompt";
  return (
    <>
      <div className="flex items-center gap-2">
        <ProviderMark provider={model.provider} size="sm" />
        <span className="min-w-0 flex-1 truncate text-sm">
          <span className="font-medium text-ink">{whole?.title ?? model.title}</span>
          <span className="ml-2 text-xs text-ink-subtle">{model.credential_label}</span>
        </span>
        <IconButton label={`Remove ${model.title}`} className="size-7" onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      <Disclosure label="Parameters" open={open || problems.length > 0} onOpenChange={setOpen} summary={summary}>
        <ParameterFields
          model={whole}
          values={parameters}
          problems={wrong}
          onChange={(next) => onChange({ parameters: next })}
        />
        {!plain && (
          <div className="mt-2">
            <Disclosure
              label="Parameter grid"
              open={wide}
              onOpenChange={setWide}
              summary="several values; each combination is one column"
            >
              <div className="grid gap-3 rounded-md border border-line bg-surface p-3 sm:grid-cols-2">
                {GRID_NAMES.map((name) => (
                  <Field
                    key={name}
                    label={GRID_LABELS[name]}
                    hint={GRID_HINTS[name]}
                    error={problemAt(problems, `grid.${name}`)}
                  >
                    <Input
                      value={grid[name] ?? ""}
                      onChange={(event) => onChange({ grid: { ...grid, [name]: event.target.value } })}
                      placeholder="One value only"
                      autoComplete="off"
                    />
                  </Field>
                ))}
              </div>
            </Disclosure>
          </div>
        )}
      </Disclosure>
    </>
  );
}

interface ModelPickerProps {
  project: string;
  label: string;
  chosen?: Pick<ChosenModel, "id" | "title" | "provider"> | null;
  onChoose: (model: ChosenModel) => void;
  adding?: boolean;
  /** Searched for until something else is typed. */
  usual?: string;
}

export function ModelPicker({ project, label, chosen = null, onChoose, adding = false, usual = "" }: ModelPickerProps) {
  const [search, setSearch] = useState("");
  const models = useQuery(fewModelsQuery(project, search || usual, 50)).data?.items ?? [];
  const options = models.map(({ id, title, name, provider, credential_label: credential }) => ({
    value: id,
    label: title,
    hint: title === name ? credential : `${name} · ${credential}`,
    icon: <ProviderMark provider={provider} size="sm" />,
  }));
  return (
    <Picker
      label={label}
      value={chosen?.id ?? null}
      shown={
        adding ? (
          <>
            <Plus aria-hidden /> {label}
          </>
        ) : (
          chosen && (
            <>
              <ProviderMark provider={chosen.provider} size="sm" />
              <span className="truncate">{chosen.title}</span>
            </>
          )
        )
      }
      placeholder="Search models…"
      options={options}
      onSearch={setSearch}
      onChoose={({ value }) => {
        const model = models.find(({ id }) => id === value);
        if (model) onChoose(model);
      }}
      asButton={adding}
      empty={
        usual
          ? `No model with “${usual}” in its name. Type another name, or add the model on the Models page.`
          : "No models yet. Add a credential, or use simulated models."
      }
    />
  );
}
