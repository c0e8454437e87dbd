"""Faults and delays come as they were set, and the same again with the same seed."""

from statistics import median

import pytest
from pydantic import ValidationError

from edison.simulator.behaviour import (
    Applied,
    Behaviour,
    Fault,
    FaultKind,
    Latency,
    ModelBehaviour,
    SimulatedLimits,
    applied,
)
from edison.simulator.faults import FaultCounters, latency_s
from edison.simulator.named_models import MODELS
from edison.simulator.simulated_call import ConversationTurn, SimulatedRequest

ASKED = SimulatedRequest(model="sim-small", turns=(ConversationTurn(role="user", text="Hello"),))
SMALL = MODELS["sim-small"]


def rules_with(*faults: Fault) -> Applied:
    return applied(Behaviour(faults=faults), "sim-small")


def count(rules: Applied, calls: int, *, attempt: int = 1) -> int:
    counters = FaultCounters()
    chosen = [
        counters.chosen(ASKED, SMALL, rules, attempt=attempt, about=(7, call))
        for call in range(calls)
    ]
    return sum(fault is not None for fault in chosen)


def test_a_share_of_faults_is_about_that_share() -> None:
    rules = rules_with(Fault(kind=FaultKind.DOWN, share=0.2))

    assert 150 < count(rules, 1000) < 250
    assert count(rules, 1000) == count(rules, 1000)


def test_the_first_calls_fail_and_the_rest_do_not() -> None:
    assert count(rules_with(Fault(kind=FaultKind.DOWN, first=3)), 10) == 3


def test_the_first_attempts_of_each_call_fail() -> None:
    rules = rules_with(Fault(kind=FaultKind.DOWN, first=2, each=True))

    assert [count(rules, 5, attempt=attempt) for attempt in (1, 2, 3)] == [5, 5, 0]


def test_a_parameter_is_refused_only_where_it_is_given() -> None:
    rules, counters = rules_with(Fault(kind=FaultKind.UNSUPPORTED, parameter="top_k")), FaultCounters()  # fmt: skip
    given = SimulatedRequest(model="sim-small", turns=ASKED.turns, given=frozenset({"top_k"}))

    assert counters.chosen(ASKED, SMALL, rules, attempt=1, about=()) is None
    assert counters.chosen(given, SMALL, rules, attempt=1, about=()) is not None


def test_a_pattern_keeps_what_it_does_not_name() -> None:
    behaviour = Behaviour(
        latency=Latency(ms=200),
        limits=SimulatedLimits(requests_per_second=9),
        models={"gpt-*": ModelBehaviour(latency=Latency(ms=5))},
    )

    matched, other = applied(behaviour, "gpt-9"), applied(behaviour, "sim-small")

    assert (matched.latency.ms, other.latency.ms) == (5, 200)
    assert matched.limits.requests_per_second == 9
    # Both are counted by one gate, because both live under one limit.
    assert matched.limits_of == other.limits_of


def test_delays_follow_their_law_and_their_seed() -> None:
    uniform = Latency(kind="uniform", low_ms=100, high_ms=300)
    lognormal = Latency(kind="lognormal", ms=200, sigma=0.5)

    def drawn(latency: Latency) -> list[float]:
        return [latency_s(latency, 0, 7, call)[0] * 1000 for call in range(2000)]

    assert 100 <= min(drawn(uniform)) < 110
    assert 290 < max(drawn(uniform)) <= 300
    assert median(drawn(lognormal)) == pytest.approx(200, rel=0.06)
    assert max(drawn(lognormal)) > 500
    assert drawn(lognormal) == drawn(lognormal)
    assert latency_s(Latency(ms=100, per_token_ms=2), 50) == (0.1, 0.1)


def test_a_behaviour_that_makes_no_sense_is_refused() -> None:
    for nonsense in ({"latency": {"ms": -1}}, {"faults": [{"kind": "42"}]}, {"speed": 3}):
        with pytest.raises(ValidationError):
            Behaviour.model_validate(nonsense)
