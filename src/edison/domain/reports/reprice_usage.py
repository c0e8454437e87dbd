"""Cost that recorded tokens would have had at another model's price. An unknown price gives an unknown cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edison.domain.models.price import Price
from edison.domain.models.token_usage import Usage
from edison.domain.money import ZERO, MicroUsd
from edison.domain.reports.spend_breakdown import (
    Name,
    SpendGroup,
    SpendLine,
    SpendRow,
    Sums,
    Window,
    rows_of,
    summed,
)

SAME_TOKENS = (
    "Based on the recorded tokens. Another model counts the same text differently and answers "
    "at another length."
)
SAME_CACHE = (
    "Tokens from a provider's cache are charged at the other model's rate for cached tokens."
)
NO_TIERS = (
    "{name} has another rate for long prompts. The sums do not show how "
    "long each prompt was, so its standard rate is used."
)
NO_PRICE = "The price of {name} is unknown. Set a price in the catalog."
IN_DOUBT = "Calls with an unknown cost are in neither figure."


@dataclass(frozen=True, slots=True, kw_only=True)
class Repriced:
    row: SpendRow
    cost: MicroUsd | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repricing:
    window: Window
    model: str
    label: str
    actual: MicroUsd
    cost: MicroUsd | None
    rows: Sequence[Repriced]
    notes: Sequence[str]


def repricing_of(
    window: Window,
    lines: Sequence[SpendLine],
    names: Mapping[str, Name],
    *,
    model: str,
    label: str,
    price: Price | None,
) -> Repricing:
    """Reprice `lines`, which are grouped by the called model, at the `price` of another model."""
    total = summed([line.sums for line in lines])
    repriced = [
        Repriced(row=row, cost=None if price is None else price_of(row.sums, price))
        for row in rows_of(SpendGroup.MODEL, lines, total, names)
    ]
    notes = [SAME_TOKENS]
    if total.cache_read_tokens or total.cache_write_tokens:
        notes.append(SAME_CACHE)
    if price is None:
        notes.append(NO_PRICE.format(name=label))
    elif price.tiers:
        notes.append(NO_TIERS.format(name=label))
    if total.doubt:
        notes.append(IN_DOUBT)
    return Repricing(
        window=window,
        model=model,
        label=label,
        actual=total.cost,
        cost=None if price is None else MicroUsd(sum(one.cost or ZERO for one in repriced)),
        rows=tuple(repriced),
        notes=tuple(notes),
    )


def price_of(sums: Sums, price: Price) -> MicroUsd:
    if price.per_call is not None:
        return MicroUsd(sums.calls * price.cost(usage_of(sums)))
    return flat(price).cost(usage_of(sums))


def usage_of(sums: Sums) -> Usage:
    """Return the total token usage of all calls. Reasoning tokens are counted as output tokens."""
    return Usage(
        input=sums.prompt_tokens - sums.cache_read_tokens - sums.cache_write_tokens,
        cache_read=sums.cache_read_tokens,
        cache_write=sums.cache_write_tokens,
        output=sums.completion_tokens,
    )


def flat(price: Price) -> Price:
    """Return the price without its tiers for long prompts, which do not apply to a sum of many prompts."""
    return Price(
        input=price.input,
        output=price.output,
        cache_read=price.cache_read,
        cache_write=price.cache_write,
        source=price.source,
    )
