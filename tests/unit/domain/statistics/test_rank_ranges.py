"""Ranges of ranks: as wide as what is known makes them, and no wider."""

import numpy as np

from edison.domain.statistics.rank_ranges import rank_ranges


def even(values: list[float], error: float, freedom: int = 100) -> list[tuple[int, int]]:
    """All as far off, and none because another is."""
    return rank_ranges(np.array(values), np.eye(len(values)) * error**2, freedom)


def test_ranges_are_the_same_each_time_and_hold_the_rank() -> None:
    found = even([1.0, 0.9, -3.0], 0.2, 40)

    assert found == [(1, 2), (1, 2), (3, 3)]
    assert found == even([1.0, 0.9, -3.0], 0.2, 40)


def test_twins_may_be_either_of_two_ranks() -> None:
    values, covariance = np.array([0.5, 0.5, 0.9]), np.ones((3, 3)) * 0.01

    assert rank_ranges(values, covariance, 40) == [(2, 3), (2, 3), (1, 1)]


def test_what_is_known_exactly_has_one_rank() -> None:
    values, covariance = np.array([0.2, 0.9, 0.5]), np.ones((3, 3)) * 0.01

    assert rank_ranges(values, covariance, 40) == [(3, 3), (1, 1), (2, 2)]


def test_one_alone_is_first() -> None:
    assert even([0.3], 0.1) == [(1, 1)]


def test_those_who_differ_by_luck_only_may_be_anywhere() -> None:
    """As far apart as eight alike are by chance: the highest of them is no winner."""
    luck = [1.42, 0.85, 0.47, 0.15, -0.15, -0.47, -0.85, -1.42]

    assert all(high - low >= 6 for low, high in even(luck, 1.0))


def test_further_apart_means_narrower() -> None:
    widths = [
        sum(high - low for low, high in even([n * step for n in range(6)], 1.0))
        for step in (0.5, 1.0, 2.0, 4.0, 8.0)
    ]

    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[-1] == 0


def test_one_far_behind_makes_nobody_else_surer() -> None:
    """Else a poor model on the board would tell the good ones apart."""
    close = [0.6, 0.3, 0.0, -0.2, -0.7]

    assert even([*close, -30.0], 1.0)[:5] == even(close, 1.0)
    assert even([*close, -30.0], 1.0)[5] == (6, 6)


def test_one_of_whom_little_is_known_may_be_anywhere() -> None:
    """Though it looks like the last, which is surely below the first."""
    found = rank_ranges(np.array([1.0, 0.5, 0.45]), np.diag([1e-4, 1e-4, 4.0]), 40)

    assert found[2] == (1, 3)
    assert found[0][1] <= 2


def test_few_cases_are_less_sure_of_their_errors() -> None:
    values = [0.0, 3.0]

    assert even(values, 1.0, 200) == [(2, 2), (1, 1)]
    assert even(values, 1.0, 2) == [(1, 2), (1, 2)]
