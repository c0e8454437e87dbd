"""Validation of an experiment's plan. All problems are reported at once, each with the wizard step that fixes it."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from math import fsum
from typing import Any

from edison.domain.errors import InvalidInput, WrongState
from edison.domain.experiments.experiment import plan_to_json
from edison.domain.experiments.experiment_plan import ExperimentPlan, StopRules
from edison.domain.judging.judge import MOST_JUDGES
from edison.domain.judging.rubric import (
    FEWEST_CRITERIA,
    MOST_CRITERIA,
    WEIGHT_TOLERANCE,
    Criterion,
    check_criterion,
    checked,
)
from edison.domain.money import MICRO, MicroUsd, to_usd
from edison.domain.prompts.prompt import MOST_FEW_SHOTS, PromptContent
from edison.domain.prompts.prompt_rules import MOST_SYSTEM, MOST_TEXT
from edison.domain.prompts.prompt_rules import problems_of as problems_of_content
from edison.domain.runs.run_plan import MOST_TRIALS

OBJECTIVE, RUBRIC, PROMPT, DATA, MODELS, JUDGES, LIMITS = range(1, 8)

FEWEST_GOAL, MOST_GOAL = 20, 2_000
FEWEST_TEXT = 50
MOST_CONFIGURATIONS = 10
MOST_ITERATIONS = 100
MOST_WINDOW = 10
MOST_BUDGET = 10_000 * MICRO
LEAST_BUDGET = MICRO // 100
MOST_TOKENS = 10_000_000
MOST_HOLDOUT = 0.9

NO_PROMPT = "No prompt version found. Create a prompt first."
NO_MODEL = "No active model configs. Add at least one model."
NO_JUDGE = "No active judge configs. Add at least one judge."
NO_CASES = "No test cases found. Upload or generate test data."


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanProblem:
    """One problem of a plan. `step` is the wizard step from 1 to 7; `field` is the field of the plan."""

    step: int
    field: str
    message: str


def problems(plan: ExperimentPlan) -> list[PlanProblem]:
    """Return all problems of a plan that can be found without the database, in the order of the wizard."""
    return [
        *_in_goal(plan.goal),
        *_in_criteria(plan.criteria),
        *_in_prompt(plan),
        *_in_data(plan),
        *_in_models(plan),
        *_in_judges(plan),
        *_in_rules(plan.stop_rules),
    ]


def budget_problem(rules: StopRules, spent: MicroUsd, tokens: int) -> PlanProblem | None:
    """Return the problem that the budget is spent, for example by assistance with the draft; None if it is not."""
    # A budget of zero is a problem of its own.
    if 0 < rules.max_budget <= spent:
        message = f"Budget exceeded: ${to_usd(spent):.2f} / ${to_usd(rules.max_budget):.2f}"
        return _problem(LIMITS, "stop_rules.max_budget_usd", message)
    if rules.max_tokens and tokens >= rules.max_tokens:
        message = f"Token limit exceeded: {tokens:,} / {rules.max_tokens:,}"
        return _problem(LIMITS, "stop_rules.max_tokens", message)
    return None


def _in_goal(goal: str) -> Iterator[PlanProblem]:
    if len(goal.strip()) < FEWEST_GOAL:
        yield _problem(OBJECTIVE, "goal", f"Objective must be at least {FEWEST_GOAL} characters")
    if len(goal) > MOST_GOAL:
        yield _problem(OBJECTIVE, "goal", "Objective too long")


def _in_criteria(criteria: tuple[Criterion, ...]) -> Iterator[PlanProblem]:
    if len(criteria) < FEWEST_CRITERIA:
        yield _problem(RUBRIC, "criteria", f"At least {FEWEST_CRITERIA} criteria required")
        return
    if len(criteria) > MOST_CRITERIA:
        yield _problem(RUBRIC, "criteria", f"Maximum {MOST_CRITERIA} criteria")
        return
    # Check each criterion separately, so that every wrong one is reported.
    told = False
    for place, criterion in enumerate(criteria):
        for wrong in _in_criterion(criterion, place):
            told = True
            yield wrong
    if told:
        return
    total = fsum(criterion.weight for criterion in criteria)
    if round(abs(total - 1), 9) > WEIGHT_TOLERANCE:
        yield _problem(RUBRIC, "criteria", "Weights must sum to 1.0")
        return
    try:
        checked(criteria, normalise=True)
    except InvalidInput as wrong:
        yield _problem(RUBRIC, wrong.field or "criteria", wrong.message)


def _in_criterion(criterion: Criterion, place: int) -> Iterator[PlanProblem]:
    try:
        check_criterion(criterion, f"criteria.{place}")
    except InvalidInput as wrong:
        yield _problem(RUBRIC, wrong.field or f"criteria.{place}", wrong.message)


def _in_prompt(plan: ExperimentPlan) -> Iterator[PlanProblem]:
    content = plan.content
    written = sum(len(message.content) for message in content.messages)
    if not written and not content.system.strip():
        yield _problem(PROMPT, "content", NO_PROMPT)
        return
    if not any(message.content.strip() for message in content.messages):
        yield _problem(
            PROMPT,
            "content.messages",
            "Write the main prompt; a system message alone is not enough",
        )
    elif written < FEWEST_TEXT:
        yield _problem(PROMPT, "content.messages", f"Prompt must be at least {FEWEST_TEXT} characters")  # fmt: skip
    if written > MOST_TEXT:
        yield _problem(PROMPT, "content.messages", f"Prompt must be at most {MOST_TEXT:,} characters")  # fmt: skip
    yield from _in_content(content)


def _in_content(content: PromptContent) -> Iterator[PlanProblem]:
    if len(content.system) > MOST_SYSTEM:
        yield _problem(
            PROMPT, "content.system", f"System message must be at most {MOST_SYSTEM:,} characters"
        )
    if len(content.few_shots) > MOST_FEW_SHOTS:
        yield _problem(PROMPT, "content.few_shots", f"Maximum {MOST_FEW_SHOTS} examples")
    for found in problems_of_content(content):
        # A missing text is reported above.
        if found.field != "messages":
            yield _problem(PROMPT, f"content.{found.field}", found.message)


def _in_data(plan: ExperimentPlan) -> Iterator[PlanProblem]:
    if plan.dataset is None:
        yield _problem(DATA, "dataset", NO_CASES)
    if not 0 <= plan.holdout_share <= MOST_HOLDOUT:
        yield _problem(
            DATA, "holdout_share", f"The hold-out is between 0 and {MOST_HOLDOUT:.0%} of the cases"
        )


def _in_models(plan: ExperimentPlan) -> Iterator[PlanProblem]:
    if not plan.targets:
        yield _problem(MODELS, "targets", "Select at least one model")
    if plan.configurations > MOST_CONFIGURATIONS:
        yield _problem(MODELS, "targets", f"Maximum {MOST_CONFIGURATIONS} model configurations")
    seen: set[tuple[object, ...]] = set()
    for place, target in enumerate(plan.targets):
        try:
            for parameters in target.expanded():
                parameters.check(f"targets.{place}.parameters.")
                key = (target.model, parameters)
                if key in seen:
                    yield _problem(
                        MODELS,
                        f"targets.{place}",
                        "This model is selected twice with the same parameters",
                    )
                seen.add(key)
        except InvalidInput as wrong:
            yield _problem(MODELS, wrong.field or f"targets.{place}", wrong.message)
    if not 1 <= plan.trials <= MOST_TRIALS:
        yield _problem(
            MODELS, "trials", f"The number of trials must be between 1 and {MOST_TRIALS}"
        )
    if plan.timeout_s is not None and not 1 <= plan.timeout_s <= 3600:
        yield _problem(MODELS, "timeout_s", "The timeout must be between 1 and 3,600 seconds")


def _in_judges(plan: ExperimentPlan) -> Iterator[PlanProblem]:
    if not plan.judges:
        yield _problem(JUDGES, "judges", "Select at least one judge")
    if len(plan.judges) > MOST_JUDGES:
        yield _problem(JUDGES, "judges", f"Maximum {MOST_JUDGES} judges")
    for place, judge in enumerate(plan.judges):
        if (judge.judge is None) == (judge.model is None):
            yield _problem(JUDGES, f"judges.{place}", "Choose an existing judge or a model")
        try:
            judge.parameters.check(f"judges.{place}.parameters.")
        except InvalidInput as wrong:
            yield _problem(JUDGES, wrong.field or f"judges.{place}", wrong.message)
    if plan.pairwise.enabled and plan.pairwise.model is None:
        yield _problem(JUDGES, "pairwise.model", "Choose the model that compares answers")
    if plan.pairwise.enabled and plan.configurations == 1:
        yield _problem(JUDGES, "pairwise", "Pairwise comparison needs at least two models")


def _in_rules(rules: StopRules) -> Iterator[PlanProblem]:
    bounds = (
        (
            "max_iterations",
            rules.max_iterations,
            1,
            MOST_ITERATIONS,
            f"Max iterations must be between 1 and {MOST_ITERATIONS}",
        ),
        ("min_delta", rules.min_delta, 0, 1, "Min delta must be between 0 and 1"),
        (
            "convergence_window",
            rules.convergence_window,
            1,
            MOST_WINDOW,
            f"Convergence window must be between 1 and {MOST_WINDOW}",
        ),
        ("alert_share", rules.alert_share, 0.5, 1, "Budget alert must be between 50% and 100%"),
        (
            "max_tokens",
            rules.max_tokens or 0,
            0,
            MOST_TOKENS,
            f"Max tokens must be between 0 and {MOST_TOKENS:,}",
        ),
    )
    for name, value, least, most, message in bounds:
        if not least <= value <= most:
            yield _problem(LIMITS, f"stop_rules.{name}", message)
    if rules.max_budget > MOST_BUDGET:
        yield _problem(LIMITS, "stop_rules.max_budget_usd", "Budget must be at most $10,000")
    elif rules.max_budget < LEAST_BUDGET:
        yield _problem(LIMITS, "stop_rules.max_budget_usd", "Budget must be at least $0.01")


def _problem(step: int, field: str, message: str) -> PlanProblem:
    return PlanProblem(step=step, field=field, message=message)


# Parts that may change after the start. All others determine the meaning of a composite.
OPEN_AFTER_START = frozenset({"stop_rules", "targets", "refiner", "timeout_s"})
# Long texts, which are left out of the audit log.
TOO_LONG = frozenset({"content", "criteria", "goal"})

_NAMES = tuple(part.name for part in fields(ExperimentPlan))


def changed_parts(before: ExperimentPlan, after: ExperimentPlan) -> dict[str, dict[str, Any]]:
    """Return the old and new value of each changed field. For long texts both values are None."""
    if before == after:
        return {}
    old, new = plan_to_json(before), plan_to_json(after)
    return {
        name: {"old": None, "new": None}
        if name in TOO_LONG
        else {"old": old[name], "new": new[name]}
        for name in _NAMES
        if old[name] != new[name]
    }


def must_stay(before: ExperimentPlan, after: ExperimentPlan) -> None:
    """Raise if a change after the start would make iterations incomparable, or sets invalid limits."""
    closed = sorted(changed_parts(before, after).keys() - OPEN_AFTER_START)
    if closed:
        raise WrongState(
            f"After the start {', '.join(closed)} cannot be changed: iterations would not be comparable",
            parts=closed,
        )
    wrong: list[PlanProblem] = [
        problem for problem in problems(after) if problem.field.split(".", 1)[0] in OPEN_AFTER_START
    ]
    if wrong:
        raise WrongState(wrong[0].message, field=wrong[0].field)
