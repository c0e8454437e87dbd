"""Models get worse on demand, without a word."""

import pytest
from pydantic import ValidationError

from edison.simulator.behaviour import Behaviour, ModelBehaviour, applied


def test_a_pattern_drifts_alone_and_its_own_word_counts() -> None:
    behaviour = Behaviour(worse=0.2).with_rules("sim-medium", ModelBehaviour(worse=0.8))

    assert applied(behaviour, "sim-medium").worse == 0.8
    assert applied(behaviour, "sim-large").worse == 0.2
    assert applied(behaviour.with_rules("sim-medium", ModelBehaviour()), "sim-medium").worse == 0.2
    assert applied(Behaviour(), "sim-medium").worse == 0
    with pytest.raises(ValidationError):
        ModelBehaviour(worse=1.1)
