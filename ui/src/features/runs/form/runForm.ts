/** The form of a new run, and how it becomes an order. Pure. */
import type { Model, Run, Split, StartRun } from "@/api/types";
import { type PlaygroundValues, parameterProblems, toParameters, typedParameters } from "@/features/models/playground";
import { gridProblems, type GridValues, toGrid } from "./parameterGrid";
import type { SpecValues } from "./schemaFields";

export interface VersionPart {
  key: number;
  prompt: string;
  /** "draft", a number, or "label:production". */
  version: string;
}

export type ChosenModel = Pick<Model, "id" | "title" | "name" | "provider" | "credential_label">;

export interface TargetPart {
  key: number;
  model: ChosenModel;
  parameters: PlaygroundValues["parameters"];
  grid: GridValues;
}

export interface ScorerPart {
  key: number;
  kind: string;
  values: SpecValues;
}

export interface RunForm {
  name: string;
  versions: readonly VersionPart[];
  dataset: { id: string; name: string } | null;
  /** Empty: the newest. */
  datasetVersion: string;
  split: Split | "any";
  tags: readonly string[];
  first: string;
  targets: readonly TargetPart[];
  trials: string;
  scorers: readonly ScorerPart[];
  reuse: boolean;
  /** Whether providers are asked to cache the shared beginning of prompts. */
  promptCaching: boolean;
  timeout: string;
  budgetUsd: string;
  budgetTokens: string;
  /** Whether calls lost with a worker count at their probable cost, not at the worst case. */
  countProbable: boolean;
  /** Answers now, or within a day in the providers' batches. */
  delivery: "live" | "batch";
  /** What happens to calls that a batch has not answered in time. */
  afterExpiry: "live" | "batch";
}

export const EMPTY_RUN: RunForm = {
  name: "",
  versions: [],
  dataset: null,
  datasetVersion: "",
  split: "any",
  tags: [],
  first: "",
  targets: [],
  trials: "1",
  scorers: [],
  reuse: true,
  promptCaching: true,
  timeout: "",
  budgetUsd: "",
  budgetTokens: "",
  countProbable: false,
  delivery: "live",
  afterExpiry: "batch",
};

let keys = 0;
export function newKey(): number {
  keys += 1;
  return keys;
}

export interface RunProblem {
  field: string;
  message: string;
  code?: string;
}

/** What can be seen without asking the server: numbers that are none. */
export function typedProblems(form: RunForm): RunProblem[] {
  const found: RunProblem[] = [];
  const whole = (field: string, typed: string, most: number) => {
    const number = Number(typed);
    if (typed.trim() !== "" && (!Number.isInteger(number) || number < 1 || number > most))
      found.push({ field, message: `A whole number from 1 to ${most.toLocaleString("en")}` });
  };
  if (form.trials.trim() === "") found.push({ field: "trials", message: "Enter how often each case is run" });
  whole("trials", form.trials, 100);
  whole("choice.first", form.first, 2 ** 31 - 1);
  whole("budget_tokens", form.budgetTokens, 1e15);
  const usd = Number(form.budgetUsd);
  if (form.budgetUsd.trim() !== "" && (!Number.isFinite(usd) || usd < 0.01 || usd > 1_000_000))
    found.push({ field: "budget_usd", message: "An amount from $0.01 to $1,000,000" });
  const seconds = Number(form.timeout);
  if (form.timeout.trim() !== "" && (!Number.isFinite(seconds) || seconds < 1 || seconds > 3_600))
    found.push({ field: "timeout_s", message: "Between 1 and 3,600 seconds" });
  form.targets.forEach((target, place) => {
    for (const [name, message] of Object.entries(parameterProblems(target.parameters)))
      found.push({ field: `targets.${place}.parameters.${name}`, message });
    for (const [name, message] of Object.entries(gridProblems(target.grid)))
      found.push({ field: `targets.${place}.grid.${name}`, message });
  });
  return found;
}

/** The order, if nothing that was typed stands in the way. */
export function toOrder(form: RunForm): StartRun {
  const optional = (typed: string) => (typed.trim() === "" ? null : Number(typed));
  return {
    name: form.name.trim(),
    versions: form.versions.map(({ prompt, version }) => ({ prompt, ...versionOf(version) })),
    targets: form.targets.map(({ model, parameters, grid }) => ({
      model: model.id,
      parameters: toParameters(parameters),
      grid: toGrid(grid),
    })),
    dataset: form.dataset?.id ?? null,
    dataset_version: form.dataset ? optional(form.datasetVersion) : null,
    choice: {
      split: form.dataset && form.split !== "any" ? form.split : null,
      tags: form.dataset ? [...form.tags] : [],
      first: form.dataset ? optional(form.first) : null,
      ids: [],
    },
    trials: Number(form.trials),
    scorers: form.scorers.map(({ kind, values }) => ({ kind, ...values })),
    reuse: form.reuse,
    prompt_caching: form.promptCaching,
    timeout_s: optional(form.timeout),
    budget_usd: form.budgetUsd.trim() === "" ? null : form.budgetUsd.trim(),
    budget_tokens: optional(form.budgetTokens),
    count_doubt: form.countProbable ? "probable" : "worst",
    delivery: form.delivery,
    after_expiry: form.afterExpiry,
  };
}

function versionOf(version: string): { number?: number; label?: string } {
  if (version === "draft") return {};
  return version.startsWith("label:") ? { label: version.slice("label:".length) } : { number: Number(version) };
}

/** The same questions again: the choices of an earlier run, with the versions it had. */
export function formOfRun(
  run: Pick<Run, "plan"> & { scorers?: readonly { kind: string; spec: Record<string, unknown> }[] },
): RunForm {
  const { plan } = run;
  const versions = new Map(plan.columns.map((column) => [`${column.prompt_id} ${column.version}`, column]));
  const targets = new Map(
    plan.columns.map((column) => [`${column.model_id} ${JSON.stringify(column.parameters)}`, column]),
  );
  return {
    ...EMPTY_RUN,
    versions: [...versions.values()].map((column) => ({
      key: newKey(),
      prompt: column.prompt_id,
      version: String(column.version),
    })),
    targets: [...targets.values()].map((column) => ({
      key: newKey(),
      model: {
        id: column.model_id,
        title: column.model_name,
        name: column.model_name,
        provider: column.provider as ChosenModel["provider"],
        credential_label: column.credential_label,
      },
      parameters: typedParameters(column.parameters),
      grid: {},
    })),
    dataset: plan.dataset_id ? { id: plan.dataset_id, name: plan.dataset_name } : null,
    datasetVersion: plan.dataset_version ? String(plan.dataset_version) : "",
    split: plan.choice.split ?? "any",
    tags: plan.choice.tags,
    first: plan.choice.first === null ? "" : String(plan.choice.first),
    trials: String(plan.trials),
    reuse: plan.reuse,
    promptCaching: plan.prompt_caching,
    delivery: plan.delivery,
    afterExpiry: plan.after_expiry,
    timeout: plan.timeout_s === null ? "" : String(plan.timeout_s),
    scorers: chosenScorers(run.scorers ?? []),
  };
}

/** What a person chose: exams of judges are no part of it, and a pairwise judge was chosen once for all pairs. */
export function chosenScorers(scorers: readonly { kind: string; spec: Record<string, unknown> }[]): ScorerPart[] {
  const seen = new Set<unknown>();
  return scorers.flatMap(({ kind, spec }) => {
    const { kind: _, a, b, ...values } = spec;
    const pairs = kind === "pairwise";
    if (spec["exam"] || (pairs && seen.has(spec["judge"]))) return [];
    if (pairs) seen.add(spec["judge"]);
    return [
      {
        key: newKey(),
        kind,
        values: pairs ? values : { ...values, ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) },
      },
    ];
  });
}

/** What is missing on a form that was just opened is no mistake yet. */
const NOT_YET = new Set(["no_prompt", "no_model", "no_dataset"]);

export function problemsToMark(problems: readonly RunProblem[], tried: boolean): RunProblem[] {
  return problems.filter(({ code }) => tried || code === undefined || !NOT_YET.has(code));
}

/** The words at one field, and at all that lies below it if `deep`. */
export function problemAt(problems: readonly RunProblem[], field: string, deep = false): string | undefined {
  const found = problems.filter(
    (problem) => problem.field === field || (deep && problem.field.startsWith(`${field}.`)),
  );
  return found.length > 0 ? found.map(({ message }) => message).join(". ") : undefined;
}
