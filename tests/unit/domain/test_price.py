"""What a call costs, and what it can cost at most."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.price import FREE, Price, Tier
from edison.domain.models.token_usage import Usage

RATES = st.decimals(0, 1_000, places=6, allow_nan=False, allow_infinity=False)
TOKENS = st.integers(0, 2_000_000)
TIERS = st.builds(
    Tier,
    above=st.integers(0, 1_000_000),
    input=RATES,
    output=RATES,
    cache_read=st.none() | RATES,
    cache_write=st.none() | RATES,
)
PRICES = st.builds(
    Price,
    input=RATES,
    output=RATES,
    cache_read=st.none() | RATES,
    cache_write=st.none() | RATES,
    tiers=st.lists(TIERS, max_size=3).map(tuple),
)
USAGES = st.builds(
    Usage,
    input=TOKENS,
    cache_read=TOKENS,
    cache_write=TOKENS,
    output=TOKENS,
    reasoning=TOKENS,
    raw=st.just({}),
)

LONG = Price(
    input=Decimal(3),
    output=Decimal(15),
    cache_read=Decimal("0.3"),
    cache_write=Decimal("3.75"),
    tiers=(
        Tier(above=200, input=Decimal(6), output=Decimal(30), cache_read=Decimal("0.6")),
        Tier(above=100, input=Decimal(4), output=Decimal(20)),
    ),
)


@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        (Usage(), 0),
        (Usage(input=10, output=10), 10 * 3 + 10 * 15),
        (Usage(output=10, reasoning=5), 15 * 15),
        (Usage(cache_read=10), 3),
        (Usage(cache_write=4), 15),
        # 100 tokens of prompt are still short; the 101st makes all of them long.
        (Usage(input=100), 300),
        (Usage(input=101), 404),
        (Usage(input=101, output=1), 424),
        # All buckets of the prompt count for its length, and a tier without a rate means input.
        (Usage(input=1, cache_read=50, cache_write=50), 404),
        (Usage(input=200), 800),
        (Usage(input=1, cache_read=200), 6 + 120),
        (Usage(cache_write=201), 201 * 6),
    ],
)
def test_each_bucket_costs_its_rate_of_the_tier(usage: Usage, cost: int) -> None:
    assert LONG.cost(usage) == cost


@pytest.mark.parametrize(("rate", "cost"), [("0.4", 0), ("0.5", 1), ("1.5", 2), ("1.499999", 1)])
def test_a_cost_is_rounded_half_up_once(rate: str, cost: int) -> None:
    assert Price(input=Decimal(rate), output=Decimal(0)).cost(Usage(input=1)) == cost


def test_rounding_comes_after_the_sum() -> None:
    price = Price(input=Decimal("0.4"), output=Decimal("0.4"))
    assert price.cost(Usage(input=1, output=1)) == 1


@given(PRICES, USAGES)
def test_no_call_costs_more_than_its_worst_case(price: Price, usage: Usage) -> None:
    assert 0 <= price.cost(usage) <= price.at_most(usage.prompt, usage.completion)


@given(PRICES, USAGES, TOKENS, TOKENS)
def test_a_shorter_call_stays_within_the_worst_case_of_a_longer(
    price: Price, usage: Usage, more: int, longer: int
) -> None:
    most = price.at_most(usage.prompt + more, usage.completion + longer)
    assert price.cost(usage) <= most


@given(PRICES, TOKENS, TOKENS)
def test_the_worst_case_is_never_below_what_could_be_paid(
    price: Price, prompt: int, completion: int
) -> None:
    plain = Usage(input=prompt, output=completion)
    assert price.at_most(prompt, completion) >= price.cost(plain)


def test_the_worst_case_is_rounded_up() -> None:
    assert Price(input=Decimal("0.1"), output=Decimal(0)).at_most(1, 0) == 1


def test_the_worst_case_of_an_ordinary_price_is_exact() -> None:
    assert LONG.at_most(201, 10) == 201 * 6 + 10 * 30
    assert replace(LONG, tiers=()).at_most(100, 10) == 375 + 150


def test_a_cached_token_dearer_than_a_new_one_is_in_the_worst_case() -> None:
    price = Price(input=Decimal(1), output=Decimal(1), cache_read=Decimal(2))
    assert price.at_most(100, 0) == price.cost(Usage(cache_read=100)) == 200


@given(PRICES.map(lambda price: replace(price, tiers=())), USAGES, USAGES)
def test_without_tiers_a_sum_costs_what_its_parts_cost(
    price: Price, one: Usage, two: Usage
) -> None:
    both = Usage(
        input=one.input + two.input,
        cache_read=one.cache_read + two.cache_read,
        cache_write=one.cache_write + two.cache_write,
        output=one.output + two.output,
        reasoning=one.reasoning + two.reasoning,
    )
    assert abs(price.cost(both) - price.cost(one) - price.cost(two)) <= 1


@given(USAGES)
def test_free_is_free(usage: Usage) -> None:
    assert FREE.cost(usage) == FREE.at_most(usage.prompt, usage.completion) == 0
    assert FREE.source == "free"
