"""The forecast of a cached prompt: the first call writes the shared beginning, the others read it."""

from dataclasses import replace
from decimal import Decimal
from uuid import UUID

import pytest

from edison.domain.ids import ModelId
from edison.domain.models.price import Price, Tier
from edison.domain.models.prompt_cache import CachedPrefix
from edison.domain.runs.cell import Phase
from edison.domain.runs.cost_forecast import Asking, at_shares, forecast

PRICE = Price(
    input=Decimal(2), output=Decimal(10), cache_read=Decimal("0.2"), cache_write=Decimal("2.5")
)
CACHED = CachedPrefix(messages=1, tokens=1_000, lives_s=300)
CALLS = 10
PLAIN = Asking(
    phase=Phase.TARGET,
    title="Sailor v1",
    model=ModelId(UUID(int=1)),
    model_name="claude-sonnet-5",
    calls=CALLS,
    prompt_tokens=1_100,
    answer_tokens=50,
    worst=10_000,
    price=PRICE,
)


def test_the_likely_cost_is_that_of_one_write_and_many_reads() -> None:
    found, plain = (forecast(CALLS, [one], 1) for one in (replace(PLAIN, cached=CACHED), PLAIN))

    assert found.money is not None
    assert plain.money is not None
    assert plain.money.likely == CALLS * (1_100 * 2 + 50 * 10)
    # 100 tokens of each call are not shared.
    assert found.money.likely == 2_500 + 9 * 200 + CALLS * (100 * 2 + 50 * 10)
    assert found.cached_tokens == 9_000
    assert found.cache_saving == plain.money.likely - found.money.likely
    assert found.prompt_tokens == plain.prompt_tokens
    assert (found.money.high, found.money.worst) == (plain.money.high, plain.money.worst)
    assert found.money.low <= found.money.likely <= found.money.high


def test_without_a_cache_nothing_is_promised() -> None:
    found = forecast(CALLS, [PLAIN], 1)

    assert (found.cached_tokens, found.cache_saving) == (0, 0)


def test_an_unknown_price_leaves_the_cost_unknown() -> None:
    found = forecast(CALLS, [replace(PLAIN, cached=CACHED, price=None, worst=None)], 1)

    assert found.money is None
    assert found.cache_saving == 0


@pytest.mark.parametrize("prompt_tokens", [0, 10, 999])
def test_the_shared_tokens_are_never_more_than_the_prompt(prompt_tokens: int) -> None:
    found = forecast(CALLS, [replace(PLAIN, cached=CACHED, prompt_tokens=prompt_tokens)], 1)

    assert found.cached_tokens == 9 * prompt_tokens
    assert found.money is not None
    assert found.money.low >= 0


def test_calls_are_priced_one_by_one() -> None:
    """The tokens of all calls together are in a more expensive tier than those of one call."""
    tier = Tier(above=5_000, input=Decimal(200), output=Decimal(1_000))
    tiered = replace(PRICE, tiers=(tier,))

    found = forecast(CALLS, [replace(PLAIN, cached=CACHED, price=tiered)], 1)

    assert found.cache_saving == CALLS * 2_000 - 2_500 - 9 * 200


def test_calls_in_a_batch_are_not_cached() -> None:
    """A provider answers them at the same time, so most would write the cache and none could count on it."""
    shares = {PLAIN.model: Decimal("0.5")}
    found, plain = (
        forecast(CALLS, at_shares([one], shares), 1)
        for one in (replace(PLAIN, cached=CACHED), PLAIN)
    )

    assert found.money == plain.money
    assert found.cached_tokens == 0
