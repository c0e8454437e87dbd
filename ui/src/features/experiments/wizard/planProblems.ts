/**
 * What a plan still lacks, step by step, in the words of the rules: known at once, before the server is asked. Pure.
 */
import { rubricProblems } from "@/features/judging";
import { typingProblems } from "@/features/prompts";
import { combinations, gridProblems } from "@/features/runs";
import { parameterProblems } from "@/features/models/playground";
import type { StepProblem } from "./planTypes";
import { type PlanForm, promptText, variablesOf } from "./wizardForm";

export const GOAL_LEAST = 20;
export const GOAL_MOST = 2_000;
export const PROMPT_LEAST = 50;
export const PROMPT_MOST = 400_000;
const SYSTEM_MOST = 400_000;
const MOST_CONFIGURATIONS = 10;
export const MOST_JUDGES = 5;

/** What is known about the dataset; null while it is read or when there is none. */
interface DatasetFacts {
  cases: number;
  columns: readonly string[];
}

export function planProblems(form: PlanForm, dataset: DatasetFacts | null): StepProblem[] {
  return [
    ...objective(form),
    ...rubric(form),
    ...prompt(form),
    ...data(form, dataset),
    ...models(form),
    ...judges(form),
    ...limits(form),
  ];
}

type Found = [field: string, message: string | false | undefined][];

const at = (step: number, found: Found): StepProblem[] =>
  found.flatMap(([field, message]) => (message ? [{ step, field, message }] : []));

function objective({ goal }: PlanForm): StepProblem[] {
  return at(1, [
    [
      "goal",
      goal.trim().length < GOAL_LEAST
        ? `Objective must be at least ${GOAL_LEAST} characters`
        : goal.length > GOAL_MOST && "Objective too long",
    ],
  ]);
}

function rubric({ criteria }: PlanForm): StepProblem[] {
  const { name: _, weights, ...found } = rubricProblems({ name: "", criteria });
  return at(2, [...Object.entries(found), ["criteria.weights", weights]]);
}

function prompt({ content }: PlanForm): StepProblem[] {
  const { length } = promptText(content).trim();
  return at(3, [
    [
      "content.messages",
      length < PROMPT_LEAST
        ? `Prompt must be at least ${PROMPT_LEAST} characters`
        : length > PROMPT_MOST && `Prompt must be at most ${PROMPT_MOST.toLocaleString("en")} characters`,
    ],
    [
      "content.system",
      content.system.length > SYSTEM_MOST &&
        `System message must be at most ${SYSTEM_MOST.toLocaleString("en")} characters`,
    ],
    ...Object.entries(typingProblems(content)).map(([field, message]): Found[number] => [`content.${field}`, message]),
  ]);
}

function data({ dataset, content, holdout }: PlanForm, facts: DatasetFacts | null): StepProblem[] {
  const share = Number(holdout);
  const missing = facts && facts.cases > 0 ? variablesOf(content).filter((name) => !facts.columns.includes(name)) : [];
  return at(4, [
    ["dataset", (dataset === null || facts?.cases === 0) && "No test cases found. Upload or generate test data."],
    [
      "dataset.columns",
      missing.length > 0 && `No case has a value for ${missing.map((name) => `{{${name}}}`).join(", ")}`,
    ],
    [
      "holdout_share",
      (holdout.trim() === "" || !Number.isFinite(share) || share < 0 || share > 90) &&
        "The hold-out must be between 0 and 90% of the cases",
    ],
  ]);
}

export function configurations({ targets }: Pick<PlanForm, "targets">): number {
  return targets.reduce((sum, { grid }) => sum + combinations(grid), 0);
}

function models({ targets, trials }: PlanForm): StepProblem[] {
  const typed = targets.flatMap(({ parameters, grid }, place): Found => [
    ...Object.entries(parameterProblems(parameters)).map(([name, message]): Found[number] => [
      `targets.${place}.parameters.${name}`,
      message,
    ]),
    ...Object.entries(gridProblems(grid)).map(([name, message]): Found[number] => [
      `targets.${place}.grid.${name}`,
      message,
    ]),
  ]);
  return at(5, [
    [
      "targets",
      targets.length === 0
        ? "Select at least one model"
        : configurations({ targets }) > MOST_CONFIGURATIONS && `Maximum ${MOST_CONFIGURATIONS} model configurations`,
    ],
    ...typed,
    ["trials", !whole(trials, 1, 20) && "Trials must be between 1 and 20"],
  ]);
}

function judges({ judges: chosen, pairwise, targets }: PlanForm): StepProblem[] {
  return at(6, [
    [
      "judges",
      chosen.length === 0
        ? "Select at least one judge"
        : chosen.length > MOST_JUDGES && `Maximum ${MOST_JUDGES} judges`,
    ],
    ["pairwise.model", pairwise.enabled && pairwise.model === null && "Choose the model that compares answers"],
    [
      "pairwise",
      pairwise.enabled && configurations({ targets }) === 1 && "Pairwise comparison needs at least two models",
    ],
  ]);
}

function limits({ rules, timeout }: PlanForm): StepProblem[] {
  return at(7, [
    ["stop_rules.max_iterations", !whole(rules.maxIterations, 1, 100) && "Max iterations must be between 1 and 100"],
    ["stop_rules.min_delta", !between(rules.minDelta, 0, 1) && "Min delta must be between 0 and 1"],
    ["stop_rules.convergence_window", !whole(rules.window, 1, 10) && "Convergence window must be between 1 and 10"],
    [
      "stop_rules.max_budget_usd",
      Number(rules.budget) > 10_000
        ? "Budget must be at most $10,000"
        : !between(rules.budget, 0.01, 10_000) && "Budget must be at least $0.01",
    ],
    ["stop_rules.alert_share", !between(rules.alert, 50, 100) && "Budget alert must be between 50% and 100%"],
    [
      "stop_rules.max_tokens",
      rules.tokens.trim() !== "" &&
        !whole(rules.tokens, 0, 10_000_000) &&
        "Max tokens must be between 0 and 10,000,000",
    ],
    [
      "timeout_s",
      timeout.trim() !== "" && !between(timeout, 1, 3_600) && "The timeout must be between 1 and 3,600 seconds",
    ],
  ]);
}

function between(typed: string, least: number, most: number): boolean {
  const number = Number(typed);
  return typed.trim() !== "" && Number.isFinite(number) && number >= least && number <= most;
}

function whole(typed: string, least: number, most: number): boolean {
  return between(typed, least, most) && Number.isInteger(Number(typed));
}

export function problemsOf(problems: readonly StepProblem[], step: number): StepProblem[] {
  return problems.filter((problem) => problem.step === step);
}

export function messageAt(problems: readonly StepProblem[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.message;
}
