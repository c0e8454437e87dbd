"""Which metric of a run is shown: chosen and visible, and shared by both sides of a comparison."""

from typing import Any
from uuid import UUID

import pytest

from edison.domain.errors import InvalidInput
from edison.domain.results.run_metrics import (
    NO_SCORER,
    PanelScorer,
    RubricScale,
    RubricVersion,
    are_alike,
    choose_metric,
    identity_of,
    metrics_of,
)

QUALITY = (UUID(int=1), 1)
RUBRICS: dict[RubricVersion, RubricScale] = {QUALITY: RubricScale(name="Quality", scale=5)}


def grader(number: int, name: str = "Triage grader", **spec: Any) -> PanelScorer:
    made = {"kind": "grader", "prompt": "p", "version": 1, "name": name, **spec}
    return PanelScorer(number=number, name=name, spec=made, mode=None, rubric=None)


def judge(number: int, name: str = "Judge", rubric: tuple[UUID, int] = QUALITY) -> PanelScorer:
    made = {"kind": "judge", "judge": name, "version": 1}
    return PanelScorer(number=number, name=name, spec=made, mode="pointwise", rubric=rubric)


def check(number: int, name: str = "Exact") -> PanelScorer:
    made = {"kind": "exact", "name": name}
    return PanelScorer(number=number, name=name, spec=made, mode=None, rubric=None)


def test_every_scorer_is_a_metric_graders_first_and_then_the_composite() -> None:
    found = metrics_of([check(0), judge(1), judge(2, "Second"), grader(3)], RUBRICS)

    assert [(one.key, one.scorers, one.scale) for one in found] == [
        ("Triage grader", (3,), None),
        ("Composite: Quality", (1, 2), 5),
        ("Exact", (0,), None),
        ("Judge", (1,), 5),
        ("Second", (2,), 5),
    ]


def test_a_judge_that_is_added_does_not_change_the_headline() -> None:
    alone = metrics_of([grader(0)], RUBRICS)
    judged = metrics_of([grader(0), judge(1)], RUBRICS)

    assert choose_metric(alone)[0].key == choose_metric(judged)[0].key == "Triage grader"


def test_exams_and_pairwise_judges_are_no_metric() -> None:
    exam = PanelScorer(
        number=0, name="Exam", spec={"kind": "judge", "exam": "padded"}, mode=None, rubric=None
    )
    pairs = PanelScorer(number=1, name="Pairs", spec={"kind": "pairwise"}, mode=None, rubric=None)

    assert metrics_of([exam, pairs], {}) == (NO_SCORER,)


def test_two_runs_are_shown_by_a_metric_that_both_have() -> None:
    judged = metrics_of([grader(0), judge(1)], RUBRICS)
    checked = metrics_of([check(0), judge(1)], RUBRICS)

    this, other = choose_metric(judged, checked)

    assert (this.key, other.key) == ("Composite: Quality", "Composite: Quality")
    assert are_alike((this, other))


def test_the_main_metric_comes_first_where_both_have_it() -> None:
    both = metrics_of([check(0), grader(1), judge(2)], RUBRICS)
    without = metrics_of([grader(0)], RUBRICS)

    assert [one.key for one in choose_metric(both, both, main="Exact")] == ["Exact", "Exact"]
    assert [one.key for one in choose_metric(both, without, main="Exact")] == ["Triage grader"] * 2


def test_another_version_of_a_grader_is_another_metric() -> None:
    old, new = metrics_of([grader(0)], {}), metrics_of([grader(0, version=2)], {})

    assert not are_alike(choose_metric(old, new))
    assert not are_alike(choose_metric(old, new, wanted="Triage grader"))


def test_a_metric_is_found_again_under_another_name() -> None:
    here, there = metrics_of([grader(0)], {}), metrics_of([check(0), grader(1, "Other name")], {})

    this, other = choose_metric(here, there, wanted="Triage grader")

    assert (this.key, other.key, are_alike((this, other))) == ("Triage grader", "Other name", True)


def test_a_metric_that_a_run_does_not_have_is_refused() -> None:
    with pytest.raises(InvalidInput):
        choose_metric(metrics_of([grader(0)], {}), wanted="Tone")


def test_two_versions_of_one_rubric_are_told_apart() -> None:
    newer = (UUID(int=1), 2)
    rubrics: dict[RubricVersion, RubricScale] = {
        **RUBRICS,
        newer: RubricScale(name="Quality", scale=10),
    }

    found = metrics_of([judge(0), judge(1, "Second", newer)], rubrics)

    assert [one.key for one in found[:2]] == ["Composite: Quality", "Composite: Quality v2"]


def test_scorers_measure_alike_whatever_they_are_called_and_in_any_order() -> None:
    one, two = {"kind": "exact", "name": "One"}, {"kind": "judge", "judge": "b", "version": 1}

    assert identity_of([one]) == identity_of([{**one, "name": "Two"}])
    assert identity_of([one, two]) == identity_of([two, one])
    assert identity_of([one, two]) != identity_of([one])
    assert identity_of([two]) != identity_of([{**two, "version": 2}])


def test_the_metric_of_one_scorer_has_its_threshold() -> None:
    strict = PanelScorer(
        number=0,
        name="Overlap",
        spec={"kind": "word_overlap"},
        mode=None,
        rubric=None,
        pass_at=0.7,
    )

    assert [one.pass_at for one in metrics_of([strict, check(1)], RUBRICS)] == [0.7, None]
