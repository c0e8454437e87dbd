"""What may start, what must wait, and what can never fit; and bills that are never too low."""

from dataclasses import replace
from decimal import Decimal
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from edison.domain.budgets.budget import Balance, Room, Scope
from edison.domain.ids import BudgetId
from edison.domain.models.model_call import Answered, Failed, FailureCode, FinishReason, ReusedFrom
from edison.domain.models.price import Price
from edison.domain.models.token_usage import Usage
from edison.domain.money import ZERO, MicroUsd
from edison.domain.runs.cell import Worst, bill_of, worst_case

NONE = Worst(cost=ZERO, tokens=0)
BALANCE = Balance(
    id=BudgetId(UUID(int=1)),
    scope=Scope.RUN,
    limit=MicroUsd(100),
    limit_tokens=None,
    alert_share=0.8,
    alerted=False,
    settled=ZERO,
    held=ZERO,
    doubt=ZERO,
    overrun=ZERO,
    tokens=0,
    held_tokens=0,
)
ANSWER = Answered(
    text="Paris",
    finish=FinishReason.STOP,
    usage=Usage(input=10, output=2),
    cost=MicroUsd(30),
    latency_ms=1.0,
    attempts=1,
)
WORST = Worst(cost=MicroUsd(50), tokens=700)


def costing(amount: int) -> Worst:
    return Worst(cost=MicroUsd(amount), tokens=0)


def test_a_call_waits_while_others_may_give_room_back() -> None:
    busy = replace(BALANCE, settled=MicroUsd(20), held=MicroUsd(70))

    assert busy.room_for(costing(10), NONE) is Room.NOW
    assert busy.room_for(costing(10), costing(1)) is Room.LATER
    assert busy.room_for(costing(80), NONE) is Room.LATER
    assert busy.room_for(costing(81), NONE) is Room.NEVER


def test_tokens_have_a_limit_of_their_own() -> None:
    counted = replace(BALANCE, limit=None, limit_tokens=1000, tokens=400, held_tokens=500)

    assert counted.room_for(Worst(cost=MicroUsd(10**9), tokens=100), NONE) is Room.NOW
    assert counted.room_for(Worst(cost=ZERO, tokens=101), NONE) is Room.LATER
    assert counted.room_for(Worst(cost=ZERO, tokens=601), NONE) is Room.NEVER


@given(st.lists(st.integers(0, 60), max_size=30))
def test_what_is_granted_in_one_breath_never_passes_the_limit(wanted: list[int]) -> None:
    beside = NONE
    for amount in wanted:
        if BALANCE.room_for(costing(amount), beside) is Room.NOW:
            beside = costing(beside.cost + amount)

    assert beside.cost <= 100


def test_an_alert_comes_once_at_its_share() -> None:
    assert not replace(BALANCE, settled=MicroUsd(79)).is_near()
    assert replace(BALANCE, settled=MicroUsd(60), doubt=MicroUsd(20)).is_near()
    assert not replace(BALANCE, settled=MicroUsd(90), alerted=True).is_near()
    # What is merely promised is not spent.
    assert not replace(BALANCE, held=MicroUsd(90)).is_near()


def test_an_answer_costs_what_it_costs_and_earlier_doubts_stay() -> None:
    assert bill_of(ANSWER, WORST).cost == 30
    assert bill_of(replace(ANSWER, doubtful=2), WORST).doubt == 100
    assert (
        bill_of(replace(ANSWER, reused=ReusedFrom(answered_at="", origin="run 1")), WORST).cost == 0
    )


def test_an_answer_without_usage_is_counted_at_its_worst() -> None:
    """A cost that nobody told is never zero."""
    found = bill_of(replace(ANSWER, usage=None, cost=None), WORST)

    assert (found.cost, found.doubt, found.doubt_tokens) == (0, 50, 700)


def test_a_failure_costs_only_what_it_may_have_cost() -> None:
    refused = Failed(code=FailureCode.RATE_LIMITED, message="later")
    late = Failed(code=FailureCode.TIMED_OUT, message="too late", doubtful=3)

    assert bill_of(refused, WORST) == bill_of(refused, costing(10**9))
    assert bill_of(late, WORST).doubt == 150


@given(st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 5000), st.integers(0, 5000))
def test_no_call_within_its_bounds_costs_more_than_its_worst_case(
    prompt: int, answer: int, more_prompt: int, more_answer: int
) -> None:
    price = Price(input=Decimal("2.5"), output=Decimal(10), cache_write=Decimal("3.125"))
    worst = worst_case(price, prompt + more_prompt, answer + more_answer)

    assert price.cost(Usage(cache_write=prompt, output=answer)) <= worst.cost
    assert prompt + answer <= worst.tokens
