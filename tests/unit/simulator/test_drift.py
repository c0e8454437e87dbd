"""Models get worse on demand, without a word."""

import pytest
from pydantic import ValidationError

from edison.providers.simulator.behaviour import Behaviour, Rules, applied


def test_a_pattern_drifts_alone_and_its_own_word_counts() -> None:
    behaviour = Behaviour(worse=0.2).with_rules("sim-medium", Rules(worse=0.8))

    assert applied(behaviour, "sim-medium").worse == 0.8
    assert applied(behaviour, "sim-large").worse == 0.2
    assert applied(behaviour.with_rules("sim-medium", Rules()), "sim-medium").worse == 0.2
    assert applied(Behaviour(), "sim-medium").worse == 0
    with pytest.raises(ValidationError):
        Rules(worse=1.1)
