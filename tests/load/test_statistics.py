"""Short versions of the simulations; `just stats` runs them whole.

The seeds are fixed: what passes once passes always.
"""

from math import sqrt

import pytest

from tests.load.statistics_judges import recognised, told_apart
from tests.load.statistics_simulations import (
    COVERAGES,
    false_alarms,
    false_alarms_of_passes,
    family_errors,
    power_promises,
)

# How far a share of so many may be off by chance alone, almost never.
SURELY = 3.5


def slack(share: float, runs: int) -> float:
    return SURELY * sqrt(share * (1 - share) / runs)


@pytest.mark.parametrize("name", COVERAGES)
def test_intervals_of_95_percent_contain_the_truth_as_often(name: str) -> None:
    runs = 200 if name == "coverage_ranking" else 400

    found = COVERAGES[name](runs)

    assert 0.93 - slack(0.95, runs) < found.share < 0.97 + slack(0.95, runs)


def test_the_same_against_the_same_is_seldom_called_different() -> None:
    assert false_alarms(400) <= 0.05 + slack(0.05, 400)
    assert false_alarms_of_passes(400) <= 0.05 + slack(0.05, 400)


def test_ten_comparisons_raise_no_more_false_alarms_than_one() -> None:
    assert family_errors(60) <= 0.05 + slack(0.05, 60)


def test_the_power_that_is_stated_is_reached() -> None:
    for promise in power_promises(150):
        assert promise.gap <= 0.03 + slack(promise.stated, 150), promise


def test_planted_judges_are_told_apart() -> None:
    shares = recognised(40)

    assert told_apart(shares) == 5, shares
