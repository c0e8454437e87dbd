"""A line joins only what can be compared, and says why it breaks."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from edison.domain.ids import RunId
from edison.domain.results.run_metrics import Metric
from edison.domain.results.run_summary import Figure
from edison.domain.runs.run_plan import CaseChoice, Plan
from edison.domain.trends.run_trend import MeasuredRun, trend_of
from edison.domain.trends.target_keys import targets_of
from tests.unit.domain.results.made import a_plan

GRADER = Metric(key="Grader", kind="scorer", name="Grader", scorers=(0,), identity="one")
PLAN = a_plan("small", "large", cases=4)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def measured(number: int, plan: Plan = PLAN, metric: Metric = GRADER) -> MeasuredRun:
    figure = Figure(value=number / 10, low=0.0, high=1.0, n=4, clusters=4, method="")
    return MeasuredRun(
        run=RunId(UUID(int=number)),
        number=number,
        created_at=NOW,
        plan=plan,
        metric=metric,
        figures=(figure,) * len(plan.columns),
    )


def joins(*runs: MeasuredRun) -> list[tuple[bool, tuple[str, ...]]]:
    target = targets_of(runs[-1].plan)[0]
    return [(point.joined, point.breaks) for point in trend_of(runs, target)]


def test_runs_of_one_target_metric_and_cases_are_one_line() -> None:
    other_version = replace(PLAN, columns=tuple(replace(one, number=2) for one in PLAN.columns))

    found = joins(measured(1), measured(2, other_version), measured(3))

    assert found == [(False, ()), (True, ()), (True, ())]


def test_the_target_is_found_again_in_another_place() -> None:
    swapped = replace(PLAN, columns=PLAN.columns[::-1])

    points = trend_of([measured(1, swapped), measured(2)], targets_of(PLAN)[0])

    assert [(point.column, point.joined) for point in points] == [(1, False), (0, True)]


def test_another_model_scorer_version_or_choice_of_cases_breaks_the_line_and_is_named() -> None:
    alone = a_plan("tiny", cases=4)
    newer = replace(GRADER, identity="two")
    composite = replace(GRADER, key="Composite: Quality", identity="three")
    few = replace(PLAN, choice=CaseChoice(first=2))

    assert joins(measured(1, alone), measured(2))[1] == (
        False,
        ("different model: small, before tiny",),
    )
    assert joins(measured(1, metric=newer), measured(2))[1][1] == ("different version of Grader",)
    assert joins(measured(1, metric=composite), measured(2))[1][1] == (
        "different metric: Grader, before Composite: Quality",
    )
    assert joins(measured(1, few), measured(2))[1][1] == ("different selection of cases",)


def test_a_run_without_a_score_is_no_point_of_the_line() -> None:
    silent = replace(measured(2), figures=(None, None))

    points = trend_of([measured(1), silent, measured(3)], targets_of(PLAN)[0])

    assert [(point.number, point.joined) for point in points] == [(1, False), (3, True)]
