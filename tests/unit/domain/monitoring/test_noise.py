"""How far nights are apart anyway: measured, never taken for less than the answers themselves differ."""

import numpy as np
import pytest

from edison.domain.monitoring.noise import USUAL_WOBBLE, ByCase, noise_of, shift_between

NAMES = tuple(f"case {place}" for place in range(40))


def run(seed: int, mean: float = 0.7, luck: float = 0.1) -> ByCase:
    dice = np.random.default_rng(seed)
    drawn = dice.normal(0, luck, len(NAMES))
    return ByCase(names=NAMES, means=mean + drawn - drawn.mean())


def test_the_shift_is_the_mean_of_the_differences_case_by_case() -> None:
    base = [run(seed) for seed in range(4)]

    found = shift_between([run(9, 0.6)], base, base)

    assert found is not None
    assert found.value == pytest.approx(-0.1)
    assert (found.cases, found.base_runs, found.look_runs) == (40, 4, 1)
    assert found.p_low < 0.001 < 0.9 < found.p_high
    assert found.low < -0.1 < found.high < 0


def test_nights_that_differ_much_make_the_same_difference_say_less() -> None:
    steady = [run(seed) for seed in range(8)]
    shaky = [run(seed, 0.7 + 0.06 * (-1) ** seed) for seed in range(8)]

    calm = shift_between([run(20, 0.62)], steady, steady)
    restless = shift_between([run(20, 0.62)], shaky, shaky)

    assert calm is not None
    assert restless is not None
    assert restless.value == pytest.approx(calm.value)
    assert calm.p_low < 0.001
    assert restless.p_low > 0.02


def test_nights_closer_together_than_their_answers_allow_are_luck() -> None:
    """All means are exactly alike here, and single answers differ by 0.1."""
    runs = np.stack([run(seed).means for seed in range(10)], axis=1)

    found = noise_of(runs, runs[:, :1])

    assert found.variance >= 0.9 * 0.1**2 / 40


def test_a_single_earlier_run_is_helped_by_what_is_usual() -> None:
    base = run(1)

    found = shift_between([run(2, 0.68)], [base], [base])

    assert found is not None
    assert found.error**2 == pytest.approx(2 * (USUAL_WOBBLE**2 + 0.1**2 / 40), rel=0.3)


def test_cases_that_are_missing_or_new_are_left_out_on_both_sides() -> None:
    base = run(1)
    fewer = ByCase(names=NAMES[:30], means=base.means[:30])
    missing = base.means.copy()
    missing[:5] = np.nan

    found = shift_between([ByCase(names=NAMES, means=missing)], [fewer], [fewer])

    assert found is not None
    assert found.cases == 25
    assert found.value == pytest.approx(0.0)


def test_other_orders_of_the_cases_change_nothing() -> None:
    base, now = [run(seed) for seed in range(4)], run(9, 0.64)
    turned = [ByCase(names=one.names[::-1], means=one.means[::-1]) for one in base]

    straight, other = shift_between([now], base, base), shift_between([now], turned, turned)

    assert straight is not None
    assert straight == other


def test_five_cases_in_common_are_too_few() -> None:
    few = ByCase(names=NAMES[:5], means=np.ones(5))

    assert shift_between([run(1)], [few], [few]) is None
    assert shift_between([run(1)], [], []) is None


def test_two_nights_together_say_more_than_one() -> None:
    base = [run(seed) for seed in range(6)]

    one = shift_between([run(20, 0.66)], base, base)
    two = shift_between([run(21, 0.66), run(20, 0.66)], base, base)

    assert one is not None
    assert two is not None
    assert two.error < one.error
    assert two.p_low < one.p_low
