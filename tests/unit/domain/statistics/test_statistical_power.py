"""How likely a difference is seen, against statsmodels and against counting."""

import numpy as np
import pytest

from edison.domain.statistics.statistical_power import (
    cases_needed,
    cases_needed_for_passes,
    detectable,
    power_of,
    power_of_passes,
)
from tests.unit.domain.statistics.oracles import power, scipy_special


@pytest.mark.parametrize("cases", [6, 20, 100, 1_000])
@pytest.mark.parametrize("effect", [0.01, 0.05])
def test_power_is_that_of_statsmodels(cases: int, effect: float) -> None:
    """On the right side: to see a better one as worse is no power."""
    expected = power.TTestPower().power(effect / 0.15, cases, 0.025, alternative="larger")

    assert power_of(0.15, effect, cases) == pytest.approx(min(expected, 0.975), abs=1e-6)


@pytest.mark.parametrize("effect", [0.01, 0.05, 0.2])
def test_the_cases_needed_are_those_of_statsmodels(effect: float) -> None:
    expected = power.TTestPower().solve_power(effect / 0.15, None, 0.05, 0.8)

    assert cases_needed(0.15, effect) == pytest.approx(float(np.ceil(expected)), abs=1)


def test_so_many_cases_are_enough_and_one_less_is_not() -> None:
    cases = cases_needed(0.2, 0.03)
    assert cases is not None

    assert power_of(0.2, 0.03, cases) >= 0.8 > power_of(0.2, 0.03, cases - 1)
    assert detectable(0.2, cases) == pytest.approx(0.03, rel=0.01)


@pytest.mark.parametrize(("cases", "changed", "effect"), [(50, 0.3, 0.15), (400, 0.2, 0.05)])
def test_power_of_the_exact_test_is_what_counting_finds(
    cases: int, changed: float, effect: float
) -> None:
    dice = np.random.default_rng(3)
    chances = [(changed + effect) / 2, (changed - effect) / 2, 1 - changed]
    gained, lost, _ = dice.multinomial(cases, chances, 40_000).T
    p = 2 * scipy_special.bdtr(np.minimum(gained, lost).astype(float), gained + lost, 0.5)

    seen = np.count_nonzero((p <= 0.05) & (gained > lost)) / 40_000

    assert power_of_passes(changed, effect, cases) == pytest.approx(seen, abs=0.01)


def test_the_exact_test_takes_more_cases_and_finds_them() -> None:
    cases = cases_needed_for_passes(0.2, 0.1)
    assert cases is not None

    assert power_of_passes(0.2, 0.1, cases) >= 0.8
    assert cases > (cases_needed(np.sqrt(0.2 - 0.01), 0.1) or 0)


def test_no_effect_is_never_seen_and_no_number_of_cases_is_enough() -> None:
    assert power_of(0.1, 0.0, 100) == 0
    assert cases_needed(0.1, 0.0) is None
    assert cases_needed(0.5, 1e-6) is None
    assert power_of(0.1, 0.1, 1) == 0
