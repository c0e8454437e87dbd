/** A plan while someone writes it, and how it becomes what is sent. Pure. */
import { type CriterionPart, rubricFormOf, toRubric } from "@/features/judging";
import { type DraftValues, toContent, valuesOf } from "@/features/prompts";
import { type GridValues, toGrid } from "@/features/runs";
import { type PlaygroundValues, toParameters, typedParameters } from "@/features/models/playground";
import type { Draft, Plan, PlanBody, PlanJudge, Safety, SentCriteria } from "./planTypes";

export interface TargetPart {
  model: string;
  parameters: PlaygroundValues["parameters"];
  grid: GridValues;
}

/** As typed; the share of the alert in percent. */
export interface RuleValues {
  maxIterations: string;
  minDelta: string;
  window: string;
  budget: string;
  alert: string;
  tokens: string;
  prune: boolean;
  stopWithoutRefinement: boolean;
  adaptive: boolean;
}

export interface SourceRubric {
  id: string;
  version: number;
  criteria: Plan["criteria"];
}

export interface PlanForm {
  name: string;
  description: string;
  goal: string;
  criteria: readonly CriterionPart[];
  /** The rubric that the criteria were copied from, with its criteria. */
  rubric: SourceRubric | null;
  prompt: { id: string } | null;
  promptName: string;
  content: DraftValues;
  dataset: string | null;
  tags: readonly string[];
  /** In percent, as typed. */
  holdout: string;
  targets: readonly TargetPart[];
  judges: readonly PlanJudge[];
  pairwise: { enabled: boolean; model: string | null };
  safety: Safety;
  trials: string;
  rules: RuleValues;
  refiner: string | null;
  timeout: string;
}

export function formOf({ name, description, plan }: Pick<Draft, "name" | "description" | "plan">): PlanForm {
  const { stop_rules: rules } = plan;
  return {
    name,
    description,
    goal: plan.goal,
    criteria: criteriaOf(plan.criteria),
    rubric: plan.rubric && { id: plan.rubric.id, version: plan.rubric.version, criteria: plan.criteria },
    prompt: plan.prompt && { id: plan.prompt.id },
    promptName: plan.prompt_name,
    content: valuesOf(plan.content),
    dataset: plan.dataset,
    tags: plan.tags,
    holdout: shortNumber(plan.holdout_share * 100),
    targets: plan.targets.map(({ model, parameters, grid }) => ({
      model,
      parameters: typedParameters(parameters),
      grid: typedGrid(grid),
    })),
    judges: plan.judges,
    pairwise: plan.pairwise,
    safety: plan.safety,
    trials: String(plan.trials),
    rules: {
      maxIterations: String(rules.max_iterations),
      minDelta: shortNumber(rules.min_delta),
      window: String(rules.convergence_window),
      budget: shortNumber(Number(rules.max_budget_usd)),
      alert: shortNumber(rules.alert_share * 100),
      tokens: rules.max_tokens === null ? "" : String(rules.max_tokens),
      prune: rules.prune_weak,
      stopWithoutRefinement: rules.stop_if_no_refinement,
      adaptive: rules.adaptive_sampling,
    },
    refiner: plan.refiner,
    timeout: plan.timeout_s === null ? "" : String(plan.timeout_s),
  };
}

export function criteriaOf(criteria: Plan["criteria"]): readonly CriterionPart[] {
  return rubricFormOf({ name: "", criteria }).criteria;
}

/** The criteria as they are sent. */
export function sentCriteria({ criteria }: Pick<PlanForm, "criteria">): SentCriteria {
  return toRubric({ name: "", criteria }).criteria.map((one) => ({ ...one, levels: one.levels ?? {} }));
}

function typedGrid(grid: Record<string, unknown[]> | undefined): GridValues {
  return Object.fromEntries(
    Object.entries(grid ?? {})
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, values.join(", ")]),
  );
}

/** As few digits as say the same. */
function shortNumber(value: number): string {
  return String(Number(value.toFixed(6)));
}

/** The number that was typed if it lies within its limits, else the one that was kept last. */
function within(typed: string, least: number, most: number, kept: number, whole = false): number {
  const number = Number(typed);
  return typed.trim() === "" ||
    !Number.isFinite(number) ||
    number < least ||
    number > most ||
    (whole && !Number.isInteger(number))
    ? kept
    : number;
}

/** What can be kept of it now: a number half typed leaves the one that was kept before. */
export function toPlan(form: PlanForm, kept: Plan): PlanBody {
  const { rules } = form;
  const before = kept.stop_rules;
  const tokens = rules.tokens.trim();
  return {
    goal: form.goal,
    criteria: sentCriteria(form),
    rubric: rubricOf(form),
    prompt: form.prompt,
    prompt_name: form.promptName,
    content: toContent(form.content),
    dataset: form.dataset,
    tags: [...form.tags],
    holdout_share: within(form.holdout, 0, 90, kept.holdout_share * 100) / 100,
    targets: form.targets.map(({ model, parameters, grid }) => ({
      model,
      parameters: toParameters(parameters),
      grid: toGrid(grid),
    })),
    judges: [...form.judges],
    pairwise: form.pairwise,
    safety: form.safety,
    trials: within(form.trials, 1, 20, kept.trials, true),
    stop_rules: {
      max_iterations: within(rules.maxIterations, 1, 100, before.max_iterations, true),
      min_delta: within(rules.minDelta, 0, 1, before.min_delta),
      convergence_window: within(rules.window, 1, 10, before.convergence_window, true),
      max_budget_usd: String(within(rules.budget, 0.01, 10_000, Number(before.max_budget_usd))),
      alert_share: within(rules.alert, 50, 100, before.alert_share * 100) / 100,
      max_tokens: tokens === "" ? null : within(tokens, 0, 10_000_000, before.max_tokens ?? 10_000_000, true),
      prune_weak: rules.prune,
      stop_if_no_refinement: rules.stopWithoutRefinement,
      adaptive_sampling: rules.adaptive,
    },
    refiner: form.refiner,
    timeout_s: form.timeout.trim() === "" ? null : within(form.timeout, 1, 3_600, kept.timeout_s ?? 120),
  };
}

/** Criteria that were changed are a rubric of their own; the server makes it when the experiment starts. */
export function rubricOf({ criteria, rubric }: Pick<PlanForm, "criteria" | "rubric">): PlanBody["rubric"] {
  if (rubric === null) return null;
  const source = sentCriteria({ criteria: criteriaOf(rubric.criteria) });
  const same = JSON.stringify(sentCriteria({ criteria })) === JSON.stringify(source);
  return same ? { id: rubric.id, version: rubric.version } : null;
}

/** The same plan, whatever keys its rows have. */
export function sameForm(one: PlanForm, other: PlanForm, kept: Plan): boolean {
  const words = (form: PlanForm) =>
    JSON.stringify([
      form.name,
      form.description,
      form.rules,
      form.trials,
      form.holdout,
      form.timeout,
      toPlan(form, kept),
    ]);
  return words(one) === words(other);
}

/** All texts that are sent each time, without system message and examples. */
export function promptText(content: DraftValues): string {
  return content.messages.map((message) => message.content).join("\n");
}

/** `{{name}}` in any text of the prompt, in the order of appearance. */
export function variablesOf(content: DraftValues): string[] {
  const texts = [
    content.system,
    ...content.fewShots.flatMap(({ user, assistant }) => [user, assistant]),
    ...content.messages.map((message) => message.content),
  ];
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name ?? ""))),
  ];
}
