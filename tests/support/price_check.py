"""Compares Edison's prices and parsing of usage with the independent bill, for each model."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from edison.domain.models.price import Price
from edison.domain.models.provider import Provider
from edison.domain.models.token_usage import Usage
from edison.providers.list_prices import list_price
from edison.providers.wire import (
    anthropic_answers,
    bedrock_answers,
    gemini_answers,
    openai_answers,
)
from tests.support.independent_bill import PublishedPrice, bill, published_prices
from tests.support.wire_usage import calls_of, usage_in

# Date of the price table, as prices change.
AT = datetime(2026, 11, 18, 12, tzinfo=UTC)
ModelName = tuple[str, str]
Change = Callable[[Price], Price]
READERS: dict[str, tuple[str, Callable[[Any], Usage | None]]] = {
    "OPENAI": ("openai", openai_answers.usage_of),
    "ANTHROPIC": ("anthropic", anthropic_answers.usage_of),
    "GEMINI": ("gemini", gemini_answers.usage_of),
    "BEDROCK": ("bedrock", bedrock_answers.usage_of),
}


def as_listed(price: Price) -> Price:
    return price


def differing_models(change: Change = as_listed) -> dict[ModelName, list[tuple[int, int]]]:
    """Return the models for which booked and billed amounts differ, with both amounts."""
    found: dict[ModelName, list[tuple[int, int]]] = {}
    for (provider, model), published in published_prices().items():
        listed = list_price(Provider(provider), model, AT)
        price = None if listed is None else change(listed)
        if pairs := _differences(provider, published, price):
            found[provider, model] = pairs
    return found


def _differences(
    provider: str, published: PublishedPrice, price: Price | None
) -> list[tuple[int, int]]:
    protocol, read = READERS[provider]
    pairs: list[tuple[int, int]] = []
    for tokens in calls_of(published):
        reported = usage_in(protocol, tokens)
        usage = read(reported)
        booked = -1 if price is None or usage is None else int(price.cost(usage))
        pairs.append((booked, bill(published, protocol, reported)))
    return [pair for pair in pairs if pair[0] != pair[1]]
