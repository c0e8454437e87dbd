/** Stop rules as they are typed, and as they are sent. Pure. */
import type { StopRules } from "../../types";

interface TypedRules {
  max_iterations: string;
  convergence_window: string;
  /** In percent, as people say it. */
  min_delta: string;
  prune_weak: boolean;
  stop_if_no_refinement: boolean;
  adaptive_sampling: boolean;
}

type PlanProblems = Partial<Record<"targets" | "max_iterations" | "convergence_window" | "min_delta", string>>;
export const EMPTY_PROBLEMS: PlanProblems = {};

export function typedOf(rules: StopRules): TypedRules {
  const { prune_weak, stop_if_no_refinement, adaptive_sampling } = rules;
  return {
    max_iterations: String(rules.max_iterations),
    convergence_window: String(rules.convergence_window),
    min_delta: String(Number((rules.min_delta * 100).toFixed(4))),
    prune_weak,
    stop_if_no_refinement,
    adaptive_sampling,
  };
}

export function rulesOf(typed: TypedRules, before: StopRules): StopRules {
  const { prune_weak, stop_if_no_refinement, adaptive_sampling } = typed;
  return {
    ...before,
    max_iterations: Number(typed.max_iterations),
    convergence_window: Number(typed.convergence_window),
    min_delta: Number(typed.min_delta) / 100,
    prune_weak,
    stop_if_no_refinement,
    adaptive_sampling,
  };
}

export function planProblems(typed: TypedRules, targets: number): PlanProblems {
  const whole = (text: string, most: number) =>
    text.trim() !== "" && Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= most
      ? undefined
      : `A whole number from 1 to ${most}`;
  const percent = Number(typed.min_delta);
  const found = {
    targets: targets === 0 ? "No active model configs. Add at least one model." : undefined,
    max_iterations: whole(typed.max_iterations, 100),
    convergence_window: whole(typed.convergence_window, 10),
    min_delta: typed.min_delta.trim() !== "" && percent >= 0 && percent <= 100 ? undefined : "Between 0 and 100",
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
}
