"""Rules of executions: what the day pays for, what has changed, and which answers are frozen."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from edison.domain.budgets.budget import Balance, Scope
from edison.domain.errors import BudgetSpent
from edison.domain.ids import BudgetId, DatasetId, ModelId, PromptId, VersionId
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.money import ZERO, MicroUsd
from edison.domain.monitoring.canary_shift import (
    LEAST_FROZEN,
    MOST_FROZEN,
    chosen_to_freeze,
    judging_scorers,
)
from edison.domain.runs.run_plan import ALL_CASES, Column, Plan
from edison.domain.suites.execution_budget import lasts_until_midnight, require_daily_budget
from edison.domain.suites.execution_changes import changes_between


def balance(scope: Scope, limit: int | None, settled: int = 0, held: int = 0) -> Balance:
    return Balance(
        id=BudgetId(uuid4()),
        scope=scope,
        limit=None if limit is None else MicroUsd(limit),
        limit_tokens=None,
        alert_share=0.8,
        alerted=False,
        settled=MicroUsd(settled),
        held=MicroUsd(held),
        doubt=ZERO,
        overrun=ZERO,
        tokens=0,
        held_tokens=0,
    )


def refusal(*balances: Balance, expected: int, planned: int = 0) -> BudgetSpent | None:
    try:
        require_daily_budget(balances, MicroUsd(expected), {Scope.SUITE_DAY: MicroUsd(planned)})
    except BudgetSpent as error:
        return error
    return None


def test_what_is_expected_must_fit_to_the_last_cent() -> None:
    day = balance(Scope.SUITE_DAY, 1_000_000, settled=600_000)

    assert refusal(day, expected=400_000) is None
    assert refusal(day, expected=400_001) is not None


def test_money_on_its_way_and_money_that_others_need_is_not_there() -> None:
    day = balance(Scope.SUITE_DAY, 1_000_000, settled=300_000, held=300_000)

    assert refusal(day, expected=400_000) is None
    assert refusal(day, expected=400_000, planned=1) is not None


def test_a_suite_tries_again_before_midnight_only_if_money_may_be_left_over() -> None:
    """PSM-BUDGET-3"""
    spent = refusal(balance(Scope.SUITE_DAY, 1_000_000, settled=900_000), expected=200_000)
    held = refusal(balance(Scope.SUITE_DAY, 1_000_000, held=900_000), expected=200_000)
    gone = refusal(balance(Scope.PROJECT_DAY, 1_000_000, settled=1_000_000), expected=0)
    month = refusal(balance(Scope.PROJECT_MONTH, 1_000_000, settled=1_000_000), expected=1)

    assert spent
    assert held
    assert gone
    assert month
    assert [lasts_until_midnight(each) for each in (spent, held, gone, month)] == [
        True,
        False,
        True,
        False,
    ]


def test_what_no_new_day_mends_is_told_first() -> None:
    day = balance(Scope.SUITE_DAY, 10, settled=10)
    month = balance(Scope.PROJECT_MONTH, 10, settled=10)

    error = refusal(day, month, expected=1)

    assert error is not None
    assert error.facts["scope"] == "project_month"


def test_without_a_limit_everything_is_paid() -> None:
    assert refusal(balance(Scope.SUITE_DAY, None, settled=10**9), expected=10**9) is None


MODEL = ModelId(uuid4())
COLUMN = Column(
    prompt=PromptId(uuid4()),
    prompt_name="Greeter",
    version=VersionId(uuid4()),
    number=1,
    model=MODEL,
    model_name="small",
    provider="SIMULATED",
    credential_label="Main",
    parameters=NOTHING_SET,
)
PLAN = Plan(
    columns=(COLUMN,),
    dataset=DatasetId(uuid4()),
    dataset_name="Questions",
    dataset_version=3,
    choice=ALL_CASES,
    cases=10,
    trials=1,
    reuse=False,
    chunk_size=20,
)
JUDGE = {"kind": "judge", "judge": str(uuid4()), "version": 1, "name": "Strict"}
CODE = {"kind": "contains", "values": ["a"]}


def told(plan: Plan, scorers: list[dict[str, Any]]) -> dict[str, tuple[str | None, str | None]]:
    found = changes_between(PLAN, [JUDGE, CODE], plan, scorers)
    return {str(each.what): (each.old, each.new) for each in found}


def test_nothing_changed_is_nothing_told() -> None:
    assert told(PLAN, [JUDGE, CODE]) == {}


@pytest.mark.parametrize(
    ("plan", "scorers", "what", "said"),
    [
        (
            replace(PLAN, columns=(replace(COLUMN, version=VersionId(uuid4()), number=2),)),
            [JUDGE, CODE],
            "prompt",
            ("v1", "v2"),
        ),
        (replace(PLAN, dataset_version=4), [JUDGE, CODE], "dataset", ("v3", "v4")),
        (
            replace(PLAN, columns=(replace(COLUMN, parameters=Parameters(temperature=1.0)),)),
            [JUDGE, CODE],
            "targets",
            ("small (SIMULATED)", "small (SIMULATED)"),
        ),
        (PLAN, [{**JUDGE, "version": 2}, CODE], "judge", ("v1", "v2")),
        (PLAN, [JUDGE], "scorers", ("contains", None)),
    ],
)
def test_each_change_is_told_by_its_kind(
    plan: Plan, scorers: list[dict[str, Any]], what: str, said: tuple[str, str]
) -> None:
    assert told(plan, scorers) == {what: said}


def test_frozen_answers_are_spread_over_one_column() -> None:
    # Three columns, two trials: the middle column has answers in all rows, the others in some.
    scored = [row * 3 + 1 for row in range(100)] + [0, 6, 12, 2, 8]

    chosen = chosen_to_freeze(sorted(scored), 3, 2)

    assert len(chosen) == MOST_FROZEN
    assert {ordinal % 3 for ordinal in chosen} == {1}
    assert {(ordinal // 3) % 2 for ordinal in chosen} == {0}
    assert chosen == sorted(set(chosen))
    assert chosen[-1] > 200


def test_too_few_answers_are_not_frozen() -> None:
    assert chosen_to_freeze(list(range(LEAST_FROZEN - 1)), 1, 1) == []
    assert chosen_to_freeze([], 1, 1) == []
    assert chosen_to_freeze(list(range(LEAST_FROZEN)), 1, 1) == list(range(LEAST_FROZEN))


def test_only_who_judges_single_answers_has_a_part_in_it() -> None:
    specs = [CODE, JUDGE, {**JUDGE, "exam": "repeat"}, {"kind": "pairwise"}, {"kind": "grader"}]

    assert judging_scorers(specs) == [1, 4]
