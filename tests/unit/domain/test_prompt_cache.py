"""A breakpoint is set only where a run with it costs less, also if a quarter of its calls find no cache."""

from datetime import date
from decimal import Decimal

import pytest

from edison.domain.models.price import Price
from edison.domain.models.prompt_cache import CacheFact, cost_cached, worth_caching
from edison.domain.models.token_usage import Usage

FACT = CacheFact(shortest=1024, source="https://example.org", read_on=date(2026, 11, 19))
CLAUDE = Price(
    input=Decimal(3), output=Decimal(15), cache_read=Decimal("0.3"), cache_write=Decimal("3.75")
)


@pytest.mark.parametrize(
    ("tokens", "calls", "worth"),
    [
        (1024, 4, True),
        (1023, 1000, False),
        (100_000, 3, False),
        (100_000, 1, False),
        (100_000, 4, True),
    ],
)
def test_long_beginnings_of_several_calls_are_cached(tokens: int, calls: int, worth: bool) -> None:
    assert worth_caching(FACT, CLAUDE, tokens=tokens, calls=calls) is worth


@pytest.mark.parametrize(
    "price",
    [
        # Without a rate for cached tokens nothing is saved.
        Price(input=Decimal(3), output=Decimal(15)),
        Price(input=Decimal(0), output=Decimal(0), source="free"),
        # Reading saves less than writing costs.
        Price(
            input=Decimal(3), output=Decimal(15), cache_read=Decimal("2.9"), cache_write=Decimal(6)
        ),
    ],
)
def test_what_saves_nothing_is_not_cached(price: Price) -> None:
    assert not worth_caching(FACT, price, tokens=50_000, calls=1000)


@pytest.mark.parametrize("calls", [4, 5, 7, 8, 50, 1000])
def test_no_run_costs_more_while_three_of_four_calls_hit(calls: int) -> None:
    plain = CLAUDE.cost(Usage(input=2_000 * calls))
    worst = cost_cached(CLAUDE, tokens=2_000, calls=calls, writes=1 + calls // 4)

    assert worth_caching(FACT, CLAUDE, tokens=2_000, calls=calls)
    assert cost_cached(CLAUDE, tokens=2_000, calls=calls) < worst < plain


def test_the_first_call_writes_and_the_others_read() -> None:
    assert cost_cached(CLAUDE, tokens=1_000, calls=5) == 3750 + 4 * 300
