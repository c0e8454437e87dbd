"""Computes the bill of a call as its provider would: published prices, and usage as its protocol reports it.

It uses no code of Edison, so that it can check Edison's prices, parsing of usage and arithmetic.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("published_prices.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """Billed tokens, each counted once. All these providers bill reasoning as output."""

    input: int = 0
    cached: int = 0
    write_5m: int = 0
    write_1h: int = 0
    output: int = 0

    @property
    def prompt(self) -> int:
        return self.input + self.cached + self.write_5m + self.write_1h


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPrice:
    """Dollars per million tokens by kind; `longer_than`: rates of the whole call for prompts above a length."""

    rates: Mapping[str, Decimal]
    longer_than: Mapping[int, Mapping[str, Decimal]]
    batch: Decimal


class NotPublished(LookupError):
    """The table has no rate for these tokens."""


@cache
def published_prices() -> dict[tuple[str, str], PublishedPrice]:
    """Load the table by provider and model."""
    table = json.loads(TABLE.read_text())
    return {
        (provider, model): PublishedPrice(
            rates=_rates(entry),
            longer_than={
                int(above): _rates(rates) for above, rates in entry.get("longer_than", {}).items()
            },
            batch=Decimal(listed["batch"]),
        )
        for provider, listed in table["providers"].items()
        for model, entry in listed["models"].items()
    }


def price_of(
    input: Decimal | str, output: Decimal | str, cached: Decimal | str | None = None
) -> PublishedPrice:
    """Return a price set by a test; cached input costs the same as input by default."""
    rates = {
        "input": Decimal(input),
        "output": Decimal(output),
        "cached": Decimal(input if cached is None else cached),
    }
    return PublishedPrice(rates=rates, longer_than={}, batch=Decimal("0.5"))


def tokens_of(protocol: str, usage: Mapping[str, Any]) -> Tokens:
    """Parse usage as the provider documents it: providers differ in what their counts include."""
    match protocol:
        case "anthropic":
            return _anthropic(usage)
        case "gemini" | "vertex":
            return _google(usage)
        case "bedrock":
            return _bedrock(usage)
        case "ollama":
            return Tokens(input=usage["prompt_eval_count"], output=usage["eval_count"])
        case _:
            return _openai(usage)


def exact_cost(price: PublishedPrice, tokens: Tokens, *, batch: bool = False) -> Decimal:
    """Return micro-dollars before rounding: dollars per million tokens times tokens."""
    passed = [above for above in price.longer_than if tokens.prompt > above]
    rates = price.longer_than[max(passed)] if passed else price.rates
    total = Decimal(0)
    for kind in (each.name for each in fields(Tokens)):
        used = getattr(tokens, kind)
        if used and kind not in rates:
            raise NotPublished(kind)
        total += used * rates.get(kind, Decimal(0))
    return total * price.batch if batch else total


def bill(
    price: PublishedPrice, protocol: str, usage: Mapping[str, Any], *, batch: bool = False
) -> int:
    """Return the micro-dollars of one call."""
    exact = exact_cost(price, tokens_of(protocol, usage), batch=batch)
    return int(exact.quantize(Decimal(1), ROUND_HALF_UP))


def _rates(entry: Mapping[str, Any]) -> dict[str, Decimal]:
    return {kind: Decimal(rate) for kind, rate in entry.items() if isinstance(rate, str)}


def _openai(usage: Mapping[str, Any]) -> Tokens:
    """Parse usage: `prompt_tokens` includes cached and written tokens, `completion_tokens` includes reasoning."""
    details: Mapping[str, int | None] = usage.get("prompt_tokens_details") or {}
    cached, written = details.get("cached_tokens") or 0, details.get("cache_write_tokens") or 0
    return Tokens(
        input=usage["prompt_tokens"] - cached - written,
        cached=cached,
        write_5m=written,
        output=usage.get("completion_tokens") or 0,
    )


def _anthropic(usage: Mapping[str, Any]) -> Tokens:
    """Parse usage: `input_tokens` excludes the cache; `cache_creation` has writes by lifetime; thinking is output."""
    written = usage.get("cache_creation_input_tokens") or 0
    by_lifetime: Mapping[str, int | None] = usage.get("cache_creation") or {}
    hour = by_lifetime.get("ephemeral_1h_input_tokens") or 0
    return Tokens(
        input=usage["input_tokens"],
        cached=usage.get("cache_read_input_tokens") or 0,
        write_5m=written - hour,
        write_1h=hour,
        output=usage["output_tokens"],
    )


def _google(usage: Mapping[str, Any]) -> Tokens:
    """Parse usage: the prompt includes cached tokens; thoughts and tool results are counted separately."""
    cached = usage.get("cachedContentTokenCount") or 0
    tools = usage.get("toolUsePromptTokenCount") or 0
    return Tokens(
        input=usage["promptTokenCount"] - cached + tools,
        cached=cached,
        output=(usage.get("candidatesTokenCount") or 0) + (usage.get("thoughtsTokenCount") or 0),
    )


def _bedrock(usage: Mapping[str, Any]) -> Tokens:
    """Parse usage: `inputTokens` excludes the cache; `cacheDetails` splits writes by lifetime; reasoning is output."""
    written = usage.get("cacheWriteInputTokens") or 0
    hour = sum(
        part["inputTokens"] for part in usage.get("cacheDetails") or () if part["ttl"] == "1h"
    )
    return Tokens(
        input=usage["inputTokens"],
        cached=usage.get("cacheReadInputTokens") or 0,
        write_5m=written - hour,
        write_1h=hour,
        output=usage["outputTokens"],
    )
