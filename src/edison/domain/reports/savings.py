"""Savings report: answers reused from Edison's cache, and tokens read from a provider's prompt cache."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from edison.domain.models.price import Price
from edison.domain.models.token_usage import Usage
from edison.domain.money import ZERO, MicroUsd
from edison.domain.reports.reprice_usage import flat, usage_of
from edison.domain.reports.spend_breakdown import (
    Name,
    SpendGroup,
    SpendLine,
    Sums,
    Window,
    labels_of,
)

TODAYS_RATES = "Cached tokens are priced at today's rates, without those for long prompts."
NO_RATE = "The price of {name} is unknown, so the savings of its cached tokens are unknown."
DEARER = "A provider may charge more for writing to its cache than reading from it saves; then the figure is negative."


@dataclass(frozen=True, slots=True, kw_only=True)
class ReusedAnswers:
    """Number of reused cached answers, and the original cost of these answers."""

    calls: int
    saved: MicroUsd


NOTHING = ReusedAnswers(calls=0, saved=ZERO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    key: str
    label: str
    reused: ReusedAnswers
    cached_tokens: int
    # None: the price is unknown. Negative: the cache cost more than it saved.
    cached: MicroUsd | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Savings:
    window: Window
    reused: ReusedAnswers
    cached_tokens: int
    cached: MicroUsd | None
    models: Sequence[Saved]
    notes: Sequence[str]


def savings_of(
    window: Window,
    lines: Sequence[SpendLine],
    reused: Mapping[str, ReusedAnswers],
    names: Mapping[str, Name],
    prices: Mapping[str, Price],
) -> Savings:
    """Compute savings by model.

    Models without savings are left out. The total is unknown if the savings of any model are unknown.
    """
    sums = {line.key: line.sums for line in lines}
    keys = [key for key in dict.fromkeys([*sums, *reused]) if _saved_any(sums, reused, key)]
    labels = labels_of(SpendGroup.MODEL, keys, names)
    models = [
        Saved(
            key=key,
            label=labels[key],
            reused=reused.get(key, NOTHING),
            cached_tokens=sums[key].cache_read_tokens if key in sums else 0,
            cached=saved_by_cache(sums.get(key, Sums()), prices.get(key)),
        )
        for key in keys
    ]
    models.sort(key=lambda one: (-(one.reused.saved + (one.cached or 0)), one.label))
    known = [one.cached for one in models if one.cached is not None]
    return Savings(
        window=window,
        reused=ReusedAnswers(
            calls=sum(one.reused.calls for one in models),
            saved=MicroUsd(sum(one.reused.saved for one in models)),
        ),
        cached_tokens=sum(one.cached_tokens for one in models),
        cached=MicroUsd(sum(known)) if len(known) == len(models) else None,
        models=tuple(models),
        notes=_notes(models),
    )


def saved_by_cache(sums: Sums, price: Price | None) -> MicroUsd | None:
    """Return the cost of the tokens without prompt caching minus their cost with prompt caching."""
    if not sums.cache_read_tokens and not sums.cache_write_tokens:
        return ZERO
    if price is None:
        return None
    rates, usage = flat(price), usage_of(sums)
    plain = Usage(input=usage.cache_read + usage.cache_write)
    cached = Usage(cache_read=usage.cache_read, cache_write=usage.cache_write)
    return MicroUsd(rates.cost(plain) - rates.cost(cached))


def _saved_any(sums: Mapping[str, Sums], reused: Mapping[str, ReusedAnswers], key: str) -> bool:
    mine = sums.get(key, Sums())
    return bool(mine.cache_read_tokens or mine.cache_write_tokens or reused.get(key, NOTHING).calls)


def _notes(models: Sequence[Saved]) -> tuple[str, ...]:
    notes: list[str] = []
    if any(one.cached_tokens or one.cached for one in models):
        notes.append(TODAYS_RATES)
    if any(one.cached is not None and one.cached < 0 for one in models):
        notes.append(DEARER)
    notes += [NO_RATE.format(name=one.label) for one in models if one.cached is None]
    return tuple(notes)
