"""How large a fault a passport finds: more trials find smaller ones, and the stated power is that of the rule."""

from itertools import pairwise

import numpy as np
import pytest

from edison.domain.judging.passport_figures import Samples, Swapped, passport
from edison.domain.judging.passport_findings import FindingKind, faults_found
from edison.domain.judging.passport_sizes import TRIALS, PassportSize, detectable_size

FAULTS = (
    FindingKind.INJECTION,
    FindingKind.POSITION,
    FindingKind.LENGTH,
    FindingKind.CONSISTENCY,
    FindingKind.ERRORS,
)


@pytest.mark.parametrize("kind", FAULTS)
def test_a_larger_passport_finds_smaller_faults(kind: FindingKind) -> None:
    sizes = [detectable_size(kind, trials) or 1.0 for trials in TRIALS.values()]

    assert all(larger > smaller for larger, smaller in pairwise(sizes))


def test_a_handful_of_trials_finds_nothing() -> None:
    assert detectable_size(FindingKind.POSITION, 1) is None
    assert detectable_size(FindingKind.CONSISTENCY, 0) is None
    assert detectable_size(FindingKind.INJECTION, 2) is None


def test_the_stated_size_is_found_in_nine_of_ten() -> None:
    """Flips are drawn as the statement assumes: a preference, and a slip in 4 of 100."""
    pairs = TRIALS[PassportSize.STANDARD]
    size = detectable_size(FindingKind.POSITION, pairs)
    assert size is not None
    dice = np.random.default_rng(7)
    found = 0
    for _ in range(400):
        luck, slips = dice.random((2, pairs)) < size, dice.random((2, pairs)) < 0.04
        first, second = luck[0] | ~slips[0], ~luck[1] & ~slips[1]
        flipped = first != second
        swapped = Swapped(flipped=flipped.tolist(), first_won=(flipped & first).tolist())
        found += FindingKind.POSITION in faults_found(passport(Samples(swapped=swapped)))

    assert 0.85 < found / 400 < 0.95
