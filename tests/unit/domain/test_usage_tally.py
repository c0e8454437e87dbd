"""What an outcome adds to the sums: nothing is lost, nothing is counted as free that was not."""

from edison.domain.models.model_call import Answered, Failed, FailureCode, FinishReason, ReusedFrom
from edison.domain.models.token_usage import Usage
from edison.domain.models.usage_tally import Tally, added, tally_of
from edison.domain.money import MicroUsd


def an_answer(**changes: object) -> Answered:
    values: dict[str, object] = {
        "text": "Hello",
        "finish": FinishReason.STOP,
        "usage": Usage(input=10, cache_read=5, output=7, reasoning=3),
        "cost": MicroUsd(42),
        "latency_ms": 200.0,
        "attempts": 1,
        **changes,
    }
    return Answered(**values)  # pyright: ignore[reportArgumentType] - fields by name


def test_an_answer_counts_its_tokens_cost_and_latency() -> None:
    tally = tally_of(an_answer())

    assert (tally.calls, tally.failed, tally.reused, tally.cost_unknown) == (1, 0, 0, 0)
    assert (tally.prompt_tokens, tally.completion_tokens, tally.cost) == (15, 10, 42)
    assert sum(tally.latencies.values()) == 1


def test_a_reused_answer_costs_nothing_and_says_what_it_saved() -> None:
    tally = tally_of(an_answer(reused=ReusedFrom(answered_at="then", origin="try 1")))

    assert (tally.calls, tally.reused, tally.cost, tally.saved) == (1, 1, 0, 42)
    assert tally.latencies == {}
    assert tally.prompt_tokens == 0


def test_unknown_cost_is_counted_as_unknown_and_not_as_zero() -> None:
    assert tally_of(an_answer(cost=None)).cost_unknown == 1
    assert tally_of(an_answer(doubtful=1)).cost_unknown == 1


def test_a_refusal_is_paid_for_and_a_lost_answer_is_in_doubt() -> None:
    refused = Failed(
        code=FailureCode.REFUSED, message="No", usage=Usage(input=3, output=1), cost=MicroUsd(9)
    )
    unpriced = Failed(code=FailureCode.REFUSED, message="No", usage=Usage(input=3, output=1))
    lost = Failed(code=FailureCode.TIMED_OUT, message="Late", doubtful=1)

    assert (tally_of(refused).failed, tally_of(refused).cost) == (1, 9)
    assert tally_of(refused).prompt_tokens == 3
    assert tally_of(unpriced).cost_unknown == 1
    assert (tally_of(lost).cost, tally_of(lost).cost_unknown) == (0, 1)


def test_sums_add_up_in_every_field() -> None:
    one, other = tally_of(an_answer()), tally_of(an_answer(latency_ms=5000.0))

    both = added(added(Tally(), one), other)

    assert both.calls == 2
    assert both.cost == 84
    assert both.prompt_tokens == 30
    assert sum(both.latencies.values()) == 2
    assert len(both.latencies) == 2
