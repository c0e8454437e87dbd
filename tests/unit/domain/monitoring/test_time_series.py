"""Levels, unusual values and trends; the line against scipy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.monitoring.time_series import fallen_level, trend_of, unusual_of
from tests.unit.domain.statistics.oracles import scipy_stats


def level(count: int, mean: float, seed: int, luck: float = 0.015) -> list[float]:
    return list(mean + np.random.default_rng(seed).normal(0, luck, count))


def test_a_level_that_fell_is_found_where_it_fell() -> None:
    found = fallen_level([*level(20, 0.8, 1), *level(5, 0.75, 2)])

    assert found is not None
    assert found.at == 20
    assert found.before == pytest.approx(0.8, abs=0.01)
    assert found.after == pytest.approx(0.75, abs=0.02)
    assert found.p < 0.002


def test_only_the_last_runs_count_and_the_place_is_that_of_the_whole_series() -> None:
    found = fallen_level([*level(50, 0.3, 3), *level(25, 0.8, 1, 0.005), *level(5, 0.73, 2)])

    assert found is not None
    assert found.at == 75
    assert found.before == pytest.approx(0.8, abs=0.01)


def test_a_level_that_rose_or_stayed_is_no_fall() -> None:
    risen = fallen_level([*level(20, 0.7, 1), *level(5, 0.8, 2)])
    steady = fallen_level(level(30, 0.8, 7))

    assert risen is not None
    assert risen.p > 0.5
    assert steady is not None
    assert steady.p > 0.05


def test_nine_runs_are_too_few_for_a_level() -> None:
    assert fallen_level([0.8] * 9) is None
    assert fallen_level([0.8] * 10) is not None


def test_falls_too_small_to_matter_are_not_counted_out() -> None:
    found = fallen_level([*level(20, 0.8, 1, 0.001), *level(5, 0.79, 2, 0.001)], smallest=0.02)

    assert found is not None
    assert found.p == 1.0


def test_twice_as_long_as_ever_is_unusual() -> None:
    past = [1_000.0, 1_100, 950, 1_020, 990, 1_050, 980, 1_010]

    slow, usual = unusual_of(past, 2_200), unusual_of(past, 1_090)

    assert slow is not None
    assert slow.ratio == pytest.approx(2.2, abs=0.05)
    assert slow.p < 0.0005
    assert usual is not None
    assert usual.p == 1.0


def test_what_has_been_before_is_not_unusual_however_far_from_the_middle() -> None:
    found = unusual_of([1_000.0] * 15 + [3_000.0], 2_900)

    assert found is not None
    assert found.p == 1.0


def test_four_runs_are_too_few_to_know_what_is_usual() -> None:
    assert unusual_of([100.0] * 4, 500) is None
    assert unusual_of([0.0] * 10, 500) is None


def test_the_line_is_the_one_that_scipy_draws() -> None:
    days = [0.0, 1, 2, 3.5, 4, 6]
    scores = [0.9, 0.88, 0.87, 0.83, 0.84, 0.79]
    line = scipy_stats.linregress(days, scores)

    found = trend_of(days, scores, ahead_days=7, variance=0.0001, alpha=0.01)

    assert found is not None
    assert found.per_day == pytest.approx(line.slope)
    assert found.now == pytest.approx(line.intercept + line.slope * 6)
    # Seen for six days, so it is followed for six and not for seven.
    assert found.ahead_days == 6
    assert found.then == pytest.approx(line.intercept + line.slope * 12)
    assert found.then_low < found.then < found.then_high


def test_two_runs_are_no_trend_and_neither_are_three_at_once() -> None:
    assert trend_of([0, 1], [0.9, 0.8], ahead_days=7, variance=0.0001, alpha=0.01) is None
    assert trend_of([1, 1, 1], [0.9, 0.8, 0.7], ahead_days=7, variance=0.0001, alpha=0.01) is None


@given(
    st.lists(st.floats(0, 1), min_size=3, max_size=20),
    st.floats(1e-6, 0.01),
    st.floats(1e-6, 0.01),
)
def test_more_noise_never_makes_a_trend_surer(
    scores: list[float], first: float, second: float
) -> None:
    days = [float(day) for day in range(len(scores))]
    less, more = sorted((first, second))

    sure = trend_of(days, scores, ahead_days=7, variance=less, alpha=0.01)
    unsure = trend_of(days, scores, ahead_days=7, variance=more, alpha=0.01)

    assert sure is not None
    assert unsure is not None
    assert unsure.then_high >= sure.then_high - 1e-12
