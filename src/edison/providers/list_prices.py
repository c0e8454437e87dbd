"""List prices of models at a given time, from public price data.

An unknown price is None. Prices that Edison cannot represent (a fee per request, a separate rate for reasoning) count
as unknown, because a partial price would understate the cost.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, time
from decimal import Decimal
from typing import TYPE_CHECKING

from edison.domain.models.price import Price, Tier
from edison.domain.models.provider import Provider
from edison.providers.known_models import known_capabilities
from edison.providers.price_book import entries_of, entry_for
from edison.providers.retired_models import is_deprecated
from edison.providers.wire.wire_protocol import ListedModel

if TYPE_CHECKING:
    from genai_prices import types as book

INPUT, OUTPUT, READ, WRITE = "input_mtok", "output_mtok", "cache_read_mtok", "cache_write_mtok"
WRITE_1H = "cache_write_1h_mtok"
BUCKETS = (INPUT, OUTPUT, READ, WRITE, WRITE_1H)

# Costs that depend neither on input nor on output tokens.
NOT_EXPRESSIBLE = ("requests_kcount", "output_reasoning_mtok", "output_citation_mtok")

# Simulated prices, so that costs are visible; the first match wins.
SIMULATED_PRICES: tuple[tuple[str, Price], ...] = tuple(
    (pattern, Price(input=Decimal(input_), output=Decimal(output), source="simulated"))
    for pattern, input_, output in (
        (r"sim-embedding", "0.02", "0"),
        (r"sim-large|demo-careful", "2.50", "10.00"),
        (r"sim-small|demo-quick", "0.10", "0.40"),
        (r"sim-|demo-", "0.50", "1.50"),
    )
)

# Priced by the token but not models that answer a message with text.
NOT_FOR_CHAT = re.compile(
    r"embed|tts|image|-live|live-|audio|sonic|voxtral|robotics|omni|banana|realtime|transcribe"
    r"|moderation|guard|rerank|computer-use|learnlm|palm|bison|gecko"
)
# Names of models that return vectors of numbers instead of text.
EMBEDS = re.compile(r"embed")
# Vertex serves models of other vendors at other addresses than the one called here.
SERVED_AT_VERTEX = re.compile(r"^gem(?:ini|ma)-")
# Placeholders of the data for cross-region profiles: `global.` can be part of a model name, `regional.` cannot.
REGION_PLACEHOLDER = re.compile(r"^regional\.")


def list_price(provider: Provider, model: str, at: datetime, *, base_url: str = "") -> Price | None:
    """Return the price of a model at a time; None if it is not listed."""
    if provider is Provider.SIMULATED:
        name = model.lower()
        return next((price for pattern, price in SIMULATED_PRICES if re.match(pattern, name)), None)
    entry = entry_for(provider, model, base_url)
    if entry is None:
        return None
    rates, effective_from = _rates_at(entry, at)
    if not rates.__dict__ and entry.id.endswith(":free"):
        return Price(input=Decimal(0), output=Decimal(0), effective_from=effective_from)
    return _price(rates, effective_from, embeds=bool(EMBEDS.search(entry.id)))


def suggested_models(provider: Provider) -> list[ListedModel]:
    """Return chat models from the price data, for a provider without a model listing."""
    return [
        ListedModel(
            name=name,
            title=entry.name or "",
            capabilities=known_capabilities(provider, name),
            deprecated=is_deprecated(provider, name),
        )
        for entry in entries_of(provider)
        if _is_chat(provider, entry)
        for name in (REGION_PLACEHOLDER.sub("", entry.id),)
        if entry_for(provider, name) is not None
    ]


def _is_chat(provider: Provider, entry: "book.ModelInfo") -> bool:
    listed = entry.prices if isinstance(entry.prices, list) else [entry]
    answers_in_text = any(OUTPUT in item.prices.__dict__ for item in listed)
    if not answers_in_text or NOT_FOR_CHAT.search(entry.id):
        return False
    return provider is not Provider.VERTEX or bool(SERVED_AT_VERTEX.match(entry.id))


def _rates_at(entry: "book.ModelInfo", at: datetime) -> "tuple[book.ModelPrice, datetime | None]":
    """Return the rates in effect at a time, and since when: the last valid entry of the data.

    Of rates that depend on the time of day, the most expensive is chosen.
    """
    from genai_prices.types import ConditionalPrice, StartDateConstraint, TimeOfDateConstraint

    if not isinstance(entry.prices, list):
        return entry.prices, None
    holding: list[ConditionalPrice] = [
        item for item in entry.prices if item.constraint is None or item.constraint.active(at)
    ] or entry.prices[:1]
    chosen = holding[-1]
    if isinstance(chosen.constraint, TimeOfDateConstraint):
        by_hour = [item for item in holding if isinstance(item.constraint, TimeOfDateConstraint)]
        chosen = max(by_hour, key=lambda item: _dearness(item.prices))
    since = None
    if isinstance(chosen.constraint, StartDateConstraint):
        since = datetime.combine(chosen.constraint.start_date, time.min, UTC)
    return chosen.prices, since


def _dearness(rates: "book.ModelPrice") -> Decimal:
    return sum((_at(rates, bucket, 0) or Decimal(0) for bucket in (INPUT, OUTPUT)), Decimal(0))


def _price(
    rates: "book.ModelPrice", effective_from: datetime | None, *, embeds: bool
) -> Price | None:
    if any(_rate(rates, name) for name in NOT_EXPRESSIBLE):
        return None
    input_, output = _at(rates, INPUT, 0), _at(rates, OUTPUT, 0)
    if output is None and embeds:
        # There is no output to pay for.
        output = Decimal(0)
    if input_ is None or output is None:
        return None
    return Price(
        input=input_,
        output=output,
        cache_read=_at(rates, READ, 0),
        cache_write=_at(rates, WRITE, 0),
        cache_write_1h=_at(rates, WRITE_1H, 0),
        effective_from=effective_from,
        tiers=tuple(_tier(rates, start) for start in _starts(rates)),
    )


def _tier(rates: "book.ModelPrice", start: int) -> Tier:
    # The tier applies to prompts from one token above its start.
    first = start + 1
    return Tier(
        above=start,
        input=_at(rates, INPUT, first) or Decimal(0),
        output=_at(rates, OUTPUT, first) or Decimal(0),
        cache_read=_at(rates, READ, first),
        cache_write=_at(rates, WRITE, first),
        cache_write_1h=_at(rates, WRITE_1H, first),
    )


def _starts(rates: "book.ModelPrice") -> Iterable[int]:
    from genai_prices.types import TieredPrices

    tiered = [rate for name in BUCKETS if isinstance(rate := _rate(rates, name), TieredPrices)]
    return sorted({tier.start for rate in tiered for tier in rate.tiers})


def _at(rates: "book.ModelPrice", name: str, prompt_tokens: int) -> Decimal | None:
    """Return the rate of a token type for a call with this many prompt tokens."""
    from genai_prices.types import TieredPrices

    rate = _rate(rates, name)
    if not isinstance(rate, TieredPrices):
        return rate
    reached = [tier for tier in rate.tiers if prompt_tokens > tier.start]
    return max(reached, key=lambda tier: tier.start).price if reached else rate.base


def _rate(rates: "book.ModelPrice", name: str) -> "Decimal | book.TieredPrices | None":
    return rates.__dict__.get(name)
