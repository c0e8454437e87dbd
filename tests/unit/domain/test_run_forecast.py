"""What a run will come to, by rule."""

from dataclasses import replace
from decimal import Decimal
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.ids import ModelId
from edison.domain.models.price import FREE, Price
from edison.domain.models.usage_tally import bucket_of
from edison.domain.rate_limits.limit_state import RateLimits
from edison.domain.runs.cell import Phase
from edison.domain.runs.cost_forecast import Asking, forecast, mean_latency_s

ONE = Asking(
    phase=Phase.TARGET,
    title="Greeter v1",
    model=ModelId(UUID(int=1)),
    model_name="gpt-4o",
    calls=100,
    prompt_tokens=1000,
    answer_tokens=500,
    worst=50_000,
    price=Price(input=Decimal(2), output=Decimal(10)),
)
JUDGE = replace(ONE, phase=Phase.JUDGE, model=ModelId(UUID(int=2)))


def test_money_is_the_likely_cost_give_or_take_a_fifth() -> None:
    money = forecast(100, [ONE], 1).money

    assert money is not None
    # 1000 tokens at $2 and 500 at $10 a million: 7,000 micro-dollars for one call.
    assert (money.low, money.likely, money.high) == (560_000, 700_000, 840_000)
    assert money.worst == 5_000_000


def test_judges_are_counted_apart() -> None:
    told = forecast(100, [ONE, JUDGE], 1)

    assert (told.calls, told.judge_calls, told.prompt_tokens) == (100, 100, 200_000)
    assert told.money is not None
    assert told.money.likely == 1_400_000


def test_one_price_that_nobody_knows_makes_the_sum_unknown() -> None:
    told = forecast(100, [ONE, replace(JUDGE, price=None, worst=None)], 1)

    assert told.money is None
    assert told.parts[0].money is not None


def test_what_is_free_costs_nothing() -> None:
    money = forecast(100, [replace(ONE, price=FREE, worst=0)], 1).money

    assert money is not None
    assert (money.low, money.high, money.worst) == (0, 0, 0)


@pytest.mark.parametrize(
    ("limits", "seconds"),
    [
        (RateLimits(), 2.0),
        (RateLimits(requests_per_minute=60), 100.0),
        (RateLimits(tokens_per_minute=15_000), 600.0),
        (RateLimits(concurrency=2), 100.0),
        (RateLimits(concurrency=2, requests_per_minute=6), 1000.0),
    ],
)
def test_the_narrowest_passage_decides_how_long_it_takes(
    limits: RateLimits, seconds: float
) -> None:
    assert forecast(100, [replace(ONE, limits=limits)], 1).seconds == seconds


def test_more_workers_take_less_time() -> None:
    many = replace(ONE, calls=128_000)

    assert forecast(128_000, [many], 1).seconds == 2000.0
    assert forecast(128_000, [many], 4).seconds == 500.0
    assert forecast(128_000, [many], 0).seconds == 2000.0


def test_a_mean_of_counted_latencies_is_close_to_the_true_one() -> None:
    buckets = {bucket_of(1000.0): 3, bucket_of(3000.0): 1}

    assert mean_latency_s(buckets) == pytest.approx(1.5, rel=0.06)
    assert mean_latency_s({}) is None


@given(
    calls=st.integers(0, 10_000),
    prompt=st.floats(0, 1e5),
    answer=st.floats(0, 1e4),
    worst=st.floats(0, 1e6),
    rate=st.decimals(0, 1000, places=3),
    workers=st.integers(0, 50),
)
def test_the_range_is_in_order_whatever_is_asked(
    calls: int, prompt: float, answer: float, worst: float, rate: Decimal, workers: int
) -> None:
    asked = replace(
        ONE,
        calls=calls,
        prompt_tokens=prompt,
        answer_tokens=answer,
        worst=worst,
        price=Price(input=rate, output=rate),
    )

    told = forecast(calls, [asked, JUDGE], workers)

    assert told.money is not None
    assert 0 <= told.money.low <= told.money.likely <= told.money.high <= told.money.worst
    assert told.seconds >= 0
