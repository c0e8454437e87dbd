"""Tokens are parted into buckets whose sum is the provider's own total; what is not told is unknown, never free."""

from decimal import ROUND_HALF_UP, Decimal

import pytest

from edison.domain.models.model_call import Answered, Message, ModelCall
from edison.domain.models.price import Price
from edison.domain.models.token_usage import Usage
from edison.providers.call_attempt import CallAttempts
from tests.contract.providers import PRICE, Contract, answered, asking, every_provider, quietly
from tests.support.simulated import Simulated

both_ways = pytest.mark.parametrize("streams", [False, True], ids=["whole", "streamed"])
LONG = Message(role="system", content="You know everything about ships and harbours. " * 200)


async def ask(
    attempts: CallAttempts,
    contract: Contract,
    sim: Simulated,
    call: ModelCall,
    *,
    streams: bool,
    price: Price | None = PRICE,
) -> Answered:
    on_text = quietly if streams else None
    endpoint = contract.endpoint(sim.url)
    return answered(await attempts.make(endpoint, price, call, "counted", 10, on_text))


def cost_of(usage: Usage) -> int:
    """The sum a person would do on paper, in micro-dollars."""
    exact = (
        usage.input * Decimal("3")
        + usage.cache_read * Decimal("0.3")
        + usage.cache_write * Decimal("3.75")
        + (usage.output + usage.reasoning) * Decimal("15")
    )
    return int(exact.to_integral_value(ROUND_HALF_UP))


def check_bill(answer: Answered, contract: Contract) -> Usage:
    usage = answer.usage
    assert usage is not None
    buckets = (usage.input, usage.cache_read, usage.cache_write, usage.output, usage.reasoning)
    assert min(buckets) >= 0
    assert sum(buckets) == contract.total(usage.raw)
    assert answer.cost == cost_of(usage) > 0
    return usage


@every_provider
@both_ways
async def test_tokens_from_the_cache_are_counted_once(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    call = asking("sim-medium", LONG, Message(role="user", content="Which ship is the fastest?"))
    first = await ask(attempts, contract, sim, call, streams=streams)

    again = await ask(attempts, contract, sim, call, streams=streams)

    before, after = check_bill(first, contract), check_bill(again, contract)
    assert before.cache_read == 0
    assert (after.cache_read > 1000) is contract.caches
    assert after.prompt == before.prompt


@every_provider
@both_ways
async def test_tokens_of_thought_are_counted_once(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    answer = await ask(attempts, contract, sim, asking("sim-large"), streams=streams)

    usage = check_bill(answer, contract)
    assert (usage.reasoning >= 32) is contract.tells_reasoning
    assert usage.completion > 32


@every_provider
@both_ways
async def test_usage_that_is_not_told_makes_the_cost_unknown(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    answer = await ask(attempts, contract, sim, asking("sim-no-usage"), streams=streams)

    assert answer.text
    assert (answer.usage, answer.cost) == (None, None)


@every_provider
@both_ways
async def test_a_model_without_a_price_has_usage_and_no_cost(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    answer = await ask(attempts, contract, sim, asking(), streams=streams, price=None)

    assert answer.usage is not None
    assert answer.cost is None


@every_provider
@both_ways
async def test_a_total_that_is_more_than_its_parts_is_billed_as_told(
    sim: Simulated, attempts: CallAttempts, contract: Contract, streams: bool
) -> None:
    """Some servers count thoughts in the total only; what is billed is the total."""
    await sim.behave(faults=[{"kind": "wrong_usage"}])

    answer = await ask(attempts, contract, sim, asking(), streams=streams)

    check_bill(answer, contract)
