"""Every reason why a plan cannot start, at once, in the words of the wizard and by its step."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from edison.domain.experiments.experiment import plan_from_json, plan_to_json
from edison.domain.experiments.experiment_plan import (
    ExperimentPlan,
    JudgeChoice,
    Pairwise,
    StopRules,
)
from edison.domain.experiments.plan_problems import problems
from edison.domain.ids import DatasetId, JudgeId, ModelId
from edison.domain.judging.rubric import Criterion
from edison.domain.models.model_call import Message
from edison.domain.models.parameters import Parameters
from edison.domain.money import MICRO, MicroUsd
from edison.domain.prompts.prompt import FewShot, PromptContent
from edison.domain.runs.run_order import TargetChoice

MODEL = ModelId(uuid4())
TEXT = "Answer the question of the visitor in one sentence: {{question}}"


def criterion(name: str, weight: float = 0.5, **changes: Any) -> Criterion:
    words = f"How good it is at {name}"
    return replace(Criterion(name=name, description=words, weight=weight, scale=5), **changes)


def a_plan(**changes: Any) -> ExperimentPlan:
    plan = ExperimentPlan(
        goal="Answer questions of visitors so that a child understands",
        criteria=(criterion("Accuracy"), criterion("Clarity")),
        content=PromptContent(messages=(Message(role="user", content=TEXT),)),
        dataset=DatasetId(uuid4()),
        targets=(TargetChoice(model=MODEL),),
        judges=(JudgeChoice(model=MODEL),),
    )
    return replace(plan, **changes)


def rules(**changes: Any) -> ExperimentPlan:
    return a_plan(stop_rules=replace(StopRules(), **changes))


def text(length: int) -> PromptContent:
    return PromptContent(messages=(Message(role="user", content="x" * length),))


def said(plan: ExperimentPlan) -> list[tuple[int, str]]:
    return [(problem.step, problem.message) for problem in problems(plan)]


def test_a_whole_plan_has_no_problem() -> None:
    assert problems(a_plan()) == []


def test_an_empty_plan_is_told_all_that_it_lacks_at_once() -> None:
    assert said(ExperimentPlan()) == [
        (1, "Objective must be at least 20 characters"),
        (2, "At least 2 criteria required"),
        (3, "No prompt version found. Create a prompt first."),
        (4, "No test cases found. Upload or generate test data."),
        (5, "Select at least one model"),
        (6, "Select at least one judge"),
    ]


@pytest.mark.parametrize(
    ("plan", "step", "message"),
    [
        (a_plan(goal="x" * 19), 1, "Objective must be at least 20 characters"),
        (a_plan(goal="x" * 2001), 1, "Objective too long"),
        (a_plan(criteria=(criterion("One", 1.0),)), 2, "At least 2 criteria required"),
        (
            a_plan(criteria=tuple(criterion(f"C{n}", 0.09) for n in range(11))),
            2,
            "Maximum 10 criteria",
        ),
        (
            a_plan(criteria=(criterion("One", 0.5), criterion("Two", 0.48))),
            2,
            "Weights must sum to 1.0",
        ),
        (
            a_plan(criteria=(criterion("One", 1.2), criterion("Two", 0.5))),
            2,
            "A weight is between 0 and 1",
        ),
        (
            a_plan(criteria=(criterion("One"), criterion("Two!"))),
            2,
            "A criterion's name has 1 to 50 letters, digits and spaces",
        ),
        (
            a_plan(criteria=(criterion("One"), criterion("Two", description="short"))),
            2,
            "A description has 10 to 500 characters",
        ),
        (
            a_plan(criteria=(criterion("One"), criterion("Two", scale=7))),
            2,
            "A scale is one of 0-1, 0-3, 0-5, 0-10, 0-100",
        ),
        (a_plan(criteria=(criterion("One"), criterion("one"))), 2, "Two criteria are named one"),
        (a_plan(content=text(49)), 3, "Prompt must be at least 50 characters"),
        (a_plan(content=text(400_001)), 3, "Prompt must be at most 400,000 characters"),
        (
            a_plan(content=replace(text(50), system="x" * 400_001)),
            3,
            "System message must be at most 400,000 characters",
        ),
        (
            a_plan(content=PromptContent(system="Be kind")),
            3,
            "Write the main prompt; a system message alone is not enough",
        ),
        (
            a_plan(content=replace(text(50), few_shots=(FewShot(user="a", assistant="b"),) * 11)),
            3,
            "Maximum 10 examples",
        ),
        (
            a_plan(content=replace(text(50), few_shots=(FewShot(user="a", assistant=""),))),
            3,
            "An example needs both a user and an assistant text",
        ),
        (a_plan(dataset=None), 4, "No test cases found. Upload or generate test data."),
        (a_plan(holdout_share=0.95), 4, "The hold-out is between 0 and 90% of the cases"),
        (
            a_plan(
                targets=(
                    TargetChoice(
                        model=MODEL, grid={"temperature": tuple(n / 10 for n in range(11))}
                    ),
                )
            ),
            5,
            "Maximum 10 model configurations",
        ),
        (
            a_plan(targets=(TargetChoice(model=MODEL, parameters=Parameters(temperature=2.5)),)),
            5,
            "Temperature must be between 0 and 2",
        ),
        (
            a_plan(targets=(TargetChoice(model=MODEL, parameters=Parameters(max_tokens=0)),)),
            5,
            "maxTokens must be positive",
        ),
        (
            a_plan(targets=(TargetChoice(model=MODEL), TargetChoice(model=MODEL))),
            5,
            "This model is selected twice with the same parameters",
        ),
        (a_plan(trials=21), 5, "The number of trials must be between 1 and 20"),
        (a_plan(timeout_s=0.0), 5, "The timeout must be between 1 and 3,600 seconds"),
        (a_plan(judges=(JudgeChoice(model=MODEL),) * 6), 6, "Maximum 5 judges"),
        (
            a_plan(judges=(JudgeChoice(model=MODEL, judge=JudgeId(uuid4())),)),
            6,
            "Choose an existing judge or a model",
        ),
        (
            a_plan(
                pairwise=Pairwise(enabled=True),
                targets=(TargetChoice(model=MODEL), TargetChoice(model=ModelId(uuid4()))),
            ),
            6,
            "Choose the model that compares answers",
        ),
        (
            a_plan(pairwise=Pairwise(enabled=True, model=MODEL)),
            6,
            "Pairwise comparison needs at least two models",
        ),
        (rules(max_iterations=0), 7, "Max iterations must be between 1 and 100"),
        (rules(max_iterations=101), 7, "Max iterations must be between 1 and 100"),
        (rules(min_delta=1.1), 7, "Min delta must be between 0 and 1"),
        (rules(convergence_window=0), 7, "Convergence window must be between 1 and 10"),
        (rules(alert_share=0.4), 7, "Budget alert must be between 50% and 100%"),
        (rules(max_budget=MicroUsd(-1)), 7, "Budget must be at least $0.01"),
        (rules(max_budget=MicroUsd(0)), 7, "Budget must be at least $0.01"),
        (rules(max_budget=MicroUsd(10_001 * MICRO)), 7, "Budget must be at most $10,000"),
        (rules(max_tokens=10_000_001), 7, "Max tokens must be between 0 and 10,000,000"),
    ],
)
def test_each_broken_rule_is_told_once_and_by_its_step(
    plan: ExperimentPlan, step: int, message: str
) -> None:
    assert said(plan) == [(step, message)]


def test_weights_within_a_hundredth_are_good_enough() -> None:
    thirds = tuple(criterion(name, 0.33) for name in ("One", "Two", "Three"))

    assert problems(a_plan(criteria=thirds)) == []


def test_every_wrong_criterion_is_named_and_not_only_the_first() -> None:
    wrong = (criterion("A!"), criterion("Fine"), criterion("B?", description="x"))

    found = problems(a_plan(criteria=wrong))

    assert [problem.field for problem in found] == ["criteria.0.name", "criteria.2.name"]


def test_a_plan_is_read_back_as_it_was_written() -> None:
    plan = a_plan(
        targets=(TargetChoice(model=MODEL, grid={"temperature": (0.1, 0.9)}),),
        judges=(JudgeChoice(judge=JudgeId(uuid4()), version=3),),
        tags=("hard",),
    )

    assert plan_from_json(plan_to_json(plan)) == plan
    assert plan.configurations == 2
    assert plan.scale == 5
