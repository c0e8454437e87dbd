"""Scores corrected with people's labels, against the published formula and a regression."""

import numpy as np
import pytest

from edison.domain.statistics.corrected_means import (
    LabelPlan,
    corrected_mean,
    labels_worth,
    worth_collecting,
)
from edison.domain.statistics.estimates import Estimate, mean_of
from tests.unit.domain.statistics.oracles import regressions


def known(found: Estimate | None) -> Estimate:
    assert found is not None
    return found


def judged(cells: int, seed: int = 1, noise: float = 0.15) -> tuple[np.ndarray, np.ndarray]:
    """A judge that is too kind to what people reject."""
    dice = np.random.default_rng(seed)
    people = (dice.random(cells) < 0.6).astype(float)
    return people, np.clip(0.5 + 0.4 * people + dice.normal(0, noise, cells), 0, 1)


def test_value_and_error_are_those_of_the_published_formula() -> None:
    """Angelopoulos, Duchi and Zrnic, "PPI++: Efficient Prediction-Powered Inference", 2023: the mean, with the power
    tuned as ppi-python does it."""
    people, judge = judged(500)
    y, f, rest = people[:80], judge[:80], judge[80:]
    n, many = 80, 420
    tuned = np.cov(y, f)[0, 1] / np.var(np.concatenate([f, rest])) / (1 + n / many)
    value = tuned * float(rest.mean()) + float((y - tuned * f).mean())
    error = np.sqrt(tuned**2 * np.var(rest) / many + np.var(y - tuned * f) / n)

    found = known(corrected_mean(rest, f, y))

    assert found.value == pytest.approx(value)
    assert found.half_width == pytest.approx(1.99 * error, rel=0.02)


def test_it_is_the_regression_estimator_of_surveys() -> None:
    people, judge = judged(3_000)
    fitted = regressions.OLS(people[:200], regressions.add_constant(judge[:200])).fit()

    found = known(corrected_mean(judge[200:], judge[:200], people[:200]))

    assert found.value == pytest.approx(fitted.predict([1, judge.mean()])[0], abs=0.005)


def test_labels_put_a_biased_judge_right() -> None:
    people, judge = judged(2_000, noise=0.05)

    found = known(corrected_mean(judge[100:], judge[:100], people[:100]))

    assert found.high < judge.mean() - 0.05
    assert known(mean_of(people[:100])).half_width > 2 * found.half_width
    assert found.low < people.mean() < found.high


def test_a_judge_that_throws_dice_costs_nothing() -> None:
    people, _ = judged(600)
    dice = np.random.default_rng(3).random(600)

    found = known(corrected_mean(dice[100:], dice[:100], people[:100]))
    without = known(mean_of(people[:100]))

    assert found.value == pytest.approx(without.value, abs=0.02)
    assert found.half_width == pytest.approx(without.half_width, rel=0.05)


def test_cells_of_a_case_are_not_independent() -> None:
    people, judge = judged(300)
    people, judge = np.repeat(people, 3), np.repeat(judge, 3)
    cases = np.repeat(np.arange(300), 3)

    blind = known(corrected_mean(judge[180:], judge[:180], people[:180]))
    found = known(
        corrected_mean(
            judge[180:],
            judge[:180],
            people[:180],
            rest_clusters=cases[180:],
            labelled_clusters=cases[:180],
        )
    )

    assert found.value == blind.value
    assert found.half_width == pytest.approx(np.sqrt(3) * blind.half_width, rel=0.05)
    assert found.clusters == 60


def test_all_labelled_is_what_people_say() -> None:
    people, judge = judged(120)

    found = known(corrected_mean([], judge, people))

    assert found.value == pytest.approx(people.mean())


def test_too_few_labels_correct_nothing() -> None:
    people, judge = judged(100)

    assert corrected_mean(judge[9:], judge[:9], people[:9]) is None
    assert labels_worth(judge[9:], judge[:9], people[:9]) == []
    # Twelve labels, but of three cases.
    cases = list(range(3)) * 4
    assert (
        corrected_mean(
            judge[12:],
            judge[:12],
            people[:12],
            rest_clusters=list(range(3, 91)),
            labelled_clusters=cases,
        )
        is None
    )


def test_a_cell_that_the_judge_failed_on_is_left_out() -> None:
    people, judge = judged(100)
    broken = judge.copy()
    broken[[0, 60]] = np.nan

    found = known(corrected_mean(broken[40:], broken[:40], people[:40]))

    assert found.n == 39


def test_the_plan_begins_with_now_and_ends_with_all() -> None:
    people, judge = judged(400)
    plans = labels_worth(judge[40:], judge[:40], people[:40])

    now = known(corrected_mean(judge[40:], judge[:40], people[:40]))
    assert [plan.labels for plan in plans] == [40, 50, 100, 200, 300, 400]
    assert plans[0].half_width == pytest.approx(now.half_width, rel=0.05)
    widths = [plan.half_width for plan in plans]
    assert widths == sorted(widths, reverse=True)


def test_the_plan_is_kept() -> None:
    """What it promised for 200 labels is what 200 labels then bring."""
    people, judge = judged(2_000)
    promised = {
        plan.labels: plan.half_width for plan in labels_worth(judge[50:], judge[:50], people[:50])
    }

    then = known(corrected_mean(judge[200:], judge[:200], people[:200]))

    assert promised[200] == pytest.approx(then.half_width, rel=0.2)


def test_labels_are_worth_it_while_they_narrow_the_interval() -> None:
    plans = [
        LabelPlan(labels=labels, half_width=width)
        for labels, width in ((30, 0.1), (50, 0.07), (100, 0.05), (200, 0.045), (500, 0.03))
    ]

    assert worth_collecting(plans) == plans[2]
    assert worth_collecting(plans[3:4]) is None
    assert worth_collecting([]) is None
