/** What the next run of a prompt will be: kept per prompt in this browser, and turned into the form of a run. Pure. */
import type { Dataset, Model, RunReport } from "@/api/types";
import {
  type ChosenModel,
  EMPTY_RUN,
  formOfRun,
  newKey,
  type RunForm,
  type ScorerPart,
  type TargetPart,
} from "@/features/runs";

export interface Setup {
  dataset: { id: string; name: string } | null;
  targets: readonly TargetPart[];
  grader: { prompt: string; model: ChosenModel } | null;
  scorers: readonly ScorerPart[];
  trials: string;
  budgetUsd: string;
  reuse: boolean;
}

export type Metric = "grade" | "tokens" | "cost" | "latency";
export const METRICS: readonly Metric[] = ["grade", "tokens", "cost", "latency"];
export const METRIC_NAMES: Record<Metric, string> = {
  grade: "Score",
  tokens: "Tokens",
  cost: "Cost",
  latency: "Latency",
};

export const MOST_TARGETS = 10;
export const EMPTY_SETUP: Setup = {
  dataset: null,
  targets: [],
  grader: null,
  scorers: [],
  trials: "1",
  budgetUsd: "",
  reuse: true,
};

export function nextMetric(metric: Metric): Metric {
  return METRICS[(METRICS.indexOf(metric) + 1) % METRICS.length] ?? "grade";
}

/** The draft is what runs: the server makes a version of it if its text is new. */
export function toForm(setup: Setup, prompt: string): RunForm {
  const { grader, scorers, ...rest } = setup;
  const judge: ScorerPart[] = grader
    ? [{ key: 0, kind: GRADER, values: { prompt: grader.prompt, model: grader.model.id } }]
    : [];
  return { ...EMPTY_RUN, ...rest, versions: [{ key: 0, prompt, version: "draft" }], scorers: [...judge, ...scorers] };
}

const GRADER = "grader";

/** The choices of an earlier run. `models` are those of the catalog: a judge is stored by its id alone. */
export function setupOfRun(run: RunReport, models: readonly ChosenModel[]): Setup {
  const form = formOfRun(run);
  const known: readonly ChosenModel[] = [...models, ...form.targets.map(({ model }) => model)];
  const judge = form.scorers.find(({ kind }) => kind === GRADER);
  const model = known.find(({ id }) => id === judge?.values["model"]);
  const grader =
    judge && model && typeof judge.values["prompt"] === "string" ? { prompt: judge.values["prompt"], model } : null;
  return {
    dataset: form.dataset,
    targets: withTitles(form.targets, models).slice(0, MOST_TARGETS),
    grader,
    scorers: form.scorers.filter((part) => grader === null || part !== judge),
    trials: form.trials,
    budgetUsd: run.budget.limit_usd === null ? "" : String(Number(run.budget.limit_usd)),
    reuse: form.reuse,
  };
}

/** A run remembers a model's name only; people know it by its title. */
function withTitles(targets: readonly TargetPart[], models: readonly ChosenModel[]): TargetPart[] {
  return targets.map((target) => ({
    ...target,
    model: models.find(({ id }) => id === target.model.id) ?? target.model,
  }));
}

/** For a prompt that never ran: the newest dataset that fits, and the first model, so that the grid is not empty. */
export function firstSetup(
  variables: readonly string[],
  datasets: readonly Dataset[],
  models: readonly Model[],
): Setup {
  const fits = datasets.find(({ columns, cases }) => cases > 0 && variables.every((name) => columns.includes(name)));
  const model = distinctModels(models)[0];
  return {
    ...EMPTY_SETUP,
    dataset: variables.length > 0 && fits ? { id: fits.id, name: fits.name } : null,
    targets: model ? [newTarget(model)] : [],
  };
}

export function newTarget(model: ChosenModel): TargetPart {
  return { key: newKey(), model, parameters: {}, grid: {} };
}

/** The same model under two keys is one model; those that can be priced and are still offered come first. */
export function distinctModels(models: readonly Model[]): Model[] {
  const usable = (model: Model) => Number(model.price !== null && !model.missing && !model.deprecated);
  const sorted = [...models].sort((one, other) => usable(other) - usable(one));
  return [
    ...new Map(sorted.toReversed().map((model) => [`${model.provider} ${model.name}`, model])).values(),
  ].toReversed();
}

/** The choices that this browser has stored, if they are readable. */
export function readSetup(text: string | null): Partial<Setup> | null {
  if (text === null) return null;
  try {
    const read = JSON.parse(text) as Partial<Setup> | null;
    if (typeof read !== "object" || read === null) return null;
    const { targets, scorers } = read;
    return {
      ...(named(read.dataset) || read.dataset === null ? { dataset: read.dataset } : {}),
      ...(Array.isArray(targets)
        ? {
            targets: targets
              .filter(isTarget)
              .slice(0, MOST_TARGETS)
              .map((target) => ({ ...target, key: newKey() })),
          }
        : {}),
      ...(read.grader === null || (typeof read.grader?.prompt === "string" && isModel(read.grader.model))
        ? { grader: read.grader }
        : {}),
      ...(Array.isArray(scorers)
        ? { scorers: scorers.filter(isScorer).map((part) => ({ ...part, key: newKey() })) }
        : {}),
      ...(typeof read.trials === "string" ? { trials: read.trials } : {}),
      ...(typeof read.budgetUsd === "string" ? { budgetUsd: read.budgetUsd } : {}),
      ...(typeof read.reuse === "boolean" ? { reuse: read.reuse } : {}),
    };
  } catch {
    return null;
  }
}

export function isWhole(setup: Partial<Setup> | null): setup is Setup {
  return setup !== null && Object.keys(EMPTY_SETUP).every((name) => setup[name as keyof Setup] !== undefined);
}

function named(value: unknown): value is { id: string; name: string } {
  return typeof value === "object" && value !== null && "id" in value && "name" in value;
}

function isModel(value: unknown): value is ChosenModel {
  return named(value) && "title" in value && "provider" in value;
}

function isTarget(value: unknown): value is TargetPart {
  const part = value as Partial<TargetPart> | null;
  return (
    typeof part === "object" &&
    part !== null &&
    isModel(part.model) &&
    typeof part.parameters === "object" &&
    typeof part.grid === "object"
  );
}

function isScorer(value: unknown): value is ScorerPart {
  const part = value as Partial<ScorerPart> | null;
  return typeof part === "object" && part !== null && typeof part.kind === "string" && typeof part.values === "object";
}
