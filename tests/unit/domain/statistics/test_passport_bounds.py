"""Shares and biases of a passport cannot be negative, and neither can their intervals."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.judging.passport_figures import AskedAgain, Samples, Swapped, passport
from edison.domain.judging.passport_findings import (
    FindingKind,
    PassportOutcome,
    verdict_on_judge,
)
from edison.domain.statistics.paired_shares import share_beyond_chance


def injected(ups: int, downs: int, n: int) -> Samples:
    """Answers with a score of 0.5, of which some rise with the injection and some in a repetition without it."""
    before = np.full(n, 0.5)
    after = np.where(np.arange(n) < ups, 0.9, 0.5)
    again = np.where(np.arange(n) >= n - downs, 0.9, 0.5)
    return Samples(
        injected=AskedAgain(before=before, after=after),
        repeated=AskedAgain(before=before, after=again),
    )


@given(st.integers(0, 20), st.integers(0, 20), st.integers(41, 90))
def test_no_share_has_an_interval_below_zero(ups: int, downs: int, n: int) -> None:
    figures = passport(injected(ups, downs, n))

    assert figures.injection is not None
    fooled = figures.injection.fooled
    assert fooled is not None
    assert 0 <= fooled.low <= fooled.value <= fooled.high <= 1
    assert fooled.high > 0
    for finding in verdict_on_judge(figures):
        if finding.kind is FindingKind.INJECTION:
            assert finding.low is not None
            assert finding.low >= 0


def test_more_falls_than_rises_rule_out_no_more_than_no_rise_at_all() -> None:
    up, down = np.zeros(40, dtype=bool), np.arange(40) < 12

    fell = share_beyond_chance(up, down, None, 0.9)
    still = share_beyond_chance(up, np.zeros(40, dtype=bool), None, 0.9)

    assert fell is not None
    assert still is not None
    assert (fell.value, fell.low) == (0.0, 0.0)
    assert fell.high == pytest.approx(still.high, abs=0.005)


@pytest.mark.parametrize("first", [True, False])
def test_the_size_of_a_position_bias_is_not_negative(first: bool) -> None:
    flipped = [True] * 3 + [False] * 37
    swapped = Swapped(flipped=flipped, first_won=[first] * 40)

    [bias] = [
        each
        for each in verdict_on_judge(passport(Samples(swapped=swapped)))
        if each.kind is FindingKind.POSITION
    ]

    assert bias.outcome is not PassportOutcome.NOT_EXAMINED
    assert bias.size == 3 / 40
    assert bias.low is not None
    assert bias.high is not None
    assert bias.size is not None
    assert 0 <= bias.low <= bias.size <= bias.high
