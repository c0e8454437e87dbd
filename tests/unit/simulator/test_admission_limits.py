"""The simulator's limits are easy to reason about: so many in any second, so many tokens in any minute."""

from hypothesis import given
from hypothesis import strategies as st

from edison.simulator.admission_limits import Gate
from edison.simulator.behaviour import SimulatedLimits


@given(
    st.lists(st.floats(0, 0.5), min_size=1, max_size=200),
    st.integers(1, 9),
)
def test_no_second_wherever_it_begins_has_more_than_the_limit(
    pauses: list[float], most: int
) -> None:
    gate, limits, now = Gate(), SimulatedLimits(requests_per_second=most), 0.0
    accepted: list[float] = []
    for pause in pauses:
        now += pause
        if gate.refusal(limits, 0, now) is None:
            accepted.append(now)

    assert accepted
    for begin in accepted:
        assert sum(1 for at in accepted if begin <= at < begin + 1) <= most


def test_who_waits_as_long_as_told_comes_in() -> None:
    gate, limits = Gate(), SimulatedLimits(requests_per_second=2)
    assert [gate.refusal(limits, 0, at) for at in (0.0, 0.25)] == [None, None]

    wait = gate.refusal(limits, 0, 0.5)

    assert wait is not None
    assert wait == 0.5
    assert gate.refusal(limits, 0, 0.99) is not None
    assert gate.refusal(limits, 0, 0.5 + wait) is None


def test_tokens_count_over_a_minute_with_the_completion() -> None:
    gate, limits = Gate(), SimulatedLimits(tokens_per_minute=100)
    assert gate.refusal(limits, 40, 0.0) is None
    gate.spent(limits, 40, 1.0)

    assert gate.refusal(limits, 30, 2.0) == 58.0
    assert gate.refusal(limits, 20, 2.0) is None
    assert gate.refusal(limits, 30, 60.0) is None


def test_concurrency_is_who_is_inside_now() -> None:
    gate, limits = Gate(), SimulatedLimits(concurrent=1)
    gate.inside = 1
    assert gate.refusal(limits, 0, 0.0) is not None

    gate.inside = 0

    assert gate.refusal(limits, 0, 0.0) is None


def test_the_headers_tell_what_is_left() -> None:
    gate, limits = Gate(), SimulatedLimits(requests_per_second=5, tokens_per_minute=100)
    gate.refusal(limits, 30, 0.0)

    standing = gate.standing(limits, 0.5)

    assert (standing.requests_left, standing.tokens_left, standing.reset_s) == (4, 70, 0.5)
