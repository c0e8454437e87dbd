/** The form of a suite: that of a run, and what a run that is made again needs beside it. Pure. */
import {
  type ChosenModel,
  EMPTY_RUN,
  newKey,
  type RunForm,
  type RunProblem,
  type TargetPart,
  toOrder,
  typedProblems,
} from "@/features/runs";
import { parameterProblems, toParameters, typedParameters } from "@/features/models/playground";
import type { RecipeBody, Suite, SuiteTarget, Thresholds } from "../types";

const THRESHOLD_NAMES = ["score", "passRate", "costUsd", "latencyMs"] as const;
export type ThresholdName = (typeof THRESHOLD_NAMES)[number];

export interface SuiteForm extends RunForm {
  description: string;
  /** Dollars; empty: no limit. */
  dailyLimit: string;
  thresholds: Record<ThresholdName, string>;
  fallback: TargetPart | null;
  /** What has no field here and must not be lost. */
  kept: { ids: readonly string[]; scorers: Thresholds["scorers"]; errors: number };
}

/** What the server takes for a new suite, so that the form shows it. */
const USUAL_DAILY_LIMIT = "1.00";
const USUAL_ERROR_SHARE = 0.05;

export const EMPTY_SUITE: SuiteForm = {
  ...EMPTY_RUN,
  reuse: false,
  description: "",
  dailyLimit: USUAL_DAILY_LIMIT,
  thresholds: { score: "", passRate: "", costUsd: "", latencyMs: "" },
  fallback: null,
  kept: { ids: [], scorers: [], errors: USUAL_ERROR_SHARE },
};

export function usdProblem(typed: string): string | undefined {
  if (typed.trim() === "") return undefined;
  const usd = Number(typed);
  return Number.isFinite(usd) && usd >= 0.01 && usd <= 1_000_000
    ? undefined
    : "From $0.01 to $1,000,000, or empty for no limit";
}

/** What can be seen without asking the server. Fields are named as in an order of a run, which the sections know. */
export function suiteProblems(form: SuiteForm): RunProblem[] {
  const found = typedProblems(form).filter(({ field }) => field !== "budget_usd");
  const check = (field: string, problem: string | undefined) => problem && found.push({ field, message: problem });
  if (form.name.trim() === "") found.push({ field: "name", message: "A suite needs a name", code: "no_name" });
  check("daily_limit_usd", usdProblem(form.dailyLimit));
  check("run_budget_usd", usdProblem(form.budgetUsd));
  const { score, passRate, costUsd, latencyMs } = form.thresholds;
  check("thresholds.score", between(score, 0, 1, "From 0 to 1"));
  check("thresholds.pass_rate", between(passRate, 0, 100, "From 0 to 100"));
  check("thresholds.cost_usd", between(costUsd, 0.000_001, 1_000_000, "An amount above zero"));
  check("thresholds.latency_p95_ms", between(latencyMs, 0.001, 1_000_000, "A time above zero"));
  if (form.fallback)
    for (const [name, message] of Object.entries(parameterProblems(form.fallback.parameters)))
      found.push({ field: `fallback.parameters.${name}`, message });
  return found;
}

function between(typed: string, low: number, high: number, message: string): string | undefined {
  const value = Number(typed);
  return typed.trim() === "" || (Number.isFinite(value) && value >= low && value <= high) ? undefined : message;
}

const optional = (typed: string) => (typed.trim() === "" ? null : Number(typed));

export function recipeOf(form: SuiteForm): RecipeBody {
  const { versions, targets, choice, trials, scorers, reuse, timeout_s: timeout = null } = toOrder(form);
  const { score, passRate, costUsd, latencyMs } = form.thresholds;
  return {
    prompts: (versions ?? []).map(({ prompt, number, label }) => ({
      prompt,
      version: number ?? null,
      label: label ?? null,
    })),
    targets: (targets ?? []).map(({ model, parameters }) => ({ model, parameters: parameters ?? {} })),
    dataset: form.dataset && { id: form.dataset.id, version: optional(form.datasetVersion) },
    choice: { ...choice, ids: [...form.kept.ids] },
    trials: trials ?? 1,
    scorers: scorers ?? [],
    thresholds: {
      score: optional(score),
      pass_rate: passRate.trim() === "" ? null : Number(passRate) / 100,
      cost_usd: optional(costUsd),
      latency_p95_ms: optional(latencyMs),
      scorers: [...form.kept.scorers],
    },
    fallback: form.fallback && { model: form.fallback.model.id, parameters: toParameters(form.fallback.parameters) },
    run_budget_usd: form.budgetUsd.trim() === "" ? null : form.budgetUsd.trim(),
    timeout_s: timeout,
    reuse: reuse ?? false,
    max_error_share: form.kept.errors,
    delivery: form.delivery,
    after_expiry: form.afterExpiry,
  };
}

export function dailyLimitOf({ dailyLimit }: SuiteForm): string | null {
  return dailyLimit.trim() === "" ? null : dailyLimit.trim();
}

/** The saved suite, back in its form. */
export function formOfSuite(suite: Suite): SuiteForm {
  const { recipe } = suite;
  const typed = (value: number | null, times = 1) => (value === null ? "" : String(Number((value * times).toFixed(6))));
  return {
    ...EMPTY_SUITE,
    name: suite.name,
    description: suite.description,
    dailyLimit: suite.daily_limit_usd === null ? "" : String(Number(suite.daily_limit_usd)),
    versions: recipe.prompts.map(({ prompt, version, label }) => ({
      key: newKey(),
      prompt,
      version: version === null ? `label:${label ?? "latest"}` : String(version),
    })),
    dataset: recipe.dataset && { id: recipe.dataset.id, name: recipe.dataset.name },
    datasetVersion: recipe.dataset?.version ? String(recipe.dataset.version) : "",
    split: recipe.choice.split ?? "any",
    tags: recipe.choice.tags,
    first: recipe.choice.first === null ? "" : String(recipe.choice.first),
    targets: recipe.targets.map(targetPart),
    scorers: recipe.scorers.map(({ kind, ...values }) => ({ key: newKey(), kind: String(kind), values })),
    trials: String(recipe.trials),
    reuse: recipe.reuse,
    delivery: recipe.delivery,
    afterExpiry: recipe.after_expiry,
    timeout: typed(recipe.timeout_s),
    budgetUsd: recipe.run_budget_usd === null ? "" : String(Number(recipe.run_budget_usd)),
    thresholds: {
      score: typed(recipe.thresholds.score),
      passRate: typed(recipe.thresholds.pass_rate, 100),
      costUsd: typed(recipe.thresholds.cost_usd),
      latencyMs: typed(recipe.thresholds.latency_p95_ms),
    },
    fallback: recipe.fallback && targetPart(recipe.fallback),
    kept: { ids: recipe.choice.ids, scorers: recipe.thresholds.scorers, errors: recipe.max_error_share },
  };
}

function targetPart({
  model,
  model_name: name,
  provider,
  credential_label: credential,
  parameters,
}: SuiteTarget): TargetPart {
  return {
    key: newKey(),
    model: {
      id: model,
      title: name,
      name,
      provider: provider as ChosenModel["provider"],
      credential_label: credential,
    },
    parameters: typedParameters(parameters),
    grid: {},
  };
}

/** Problems of a recipe are named after its parts; the sections of the form know those of an order. */
export function asOrderField(field: string): string {
  return field
    .replace(/^recipe\./, "")
    .replace(/^prompts/, "versions")
    .replace(/^dataset\.(id|version)$/, "dataset");
}
