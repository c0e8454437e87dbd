"""Forecast of a run: calls, tokens, duration, and cost as a range with the highest possible cost."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from edison.domain.ids import ModelId
from edison.domain.models.price import Price
from edison.domain.models.prompt_cache import CachedPrefix, cost_cached
from edison.domain.models.token_usage import Usage
from edison.domain.models.usage_tally import upper_ms
from edison.domain.money import ZERO, MicroUsd
from edison.domain.rate_limits.limit_state import UNSET, RateLimits
from edison.domain.runs.answer_length import LengthSource, say_lengths
from edison.domain.runs.cell import Phase

# Assumed for a model without history.
USUAL_LATENCY_S = 2.0
# Relative error of the estimates.
LOW, HIGH = 0.8, 1.2
# Default number of concurrent calls of one worker.
CALLS_AT_ONCE = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Forecast input of a group of similar calls: one column of the run, or one scorer that calls a model."""

    phase: Phase
    title: str
    model: ModelId
    model_name: str
    calls: int
    # Means per call.
    prompt_tokens: float
    answer_tokens: float
    # Ranges of these means; None: 20 % around the mean.
    prompt_range: tuple[float, float] | None = None
    answer_range: tuple[float, float] | None = None
    # Where the length of answers comes from.
    answer_source: LengthSource = LengthSource.ASSUMED
    # Mean reservation of one call; None: the price is unknown.
    worst: float | None
    price: Price | None
    latency_s: float = USUAL_LATENCY_S
    limits: RateLimits = UNSET
    # Learned from runs of this project, not assumed.
    answer_known: bool = False
    latency_known: bool = False
    # Counted by the model's own tokenizer.
    prompt_exact: bool = False
    # The beginning that the provider caches: the first call writes it, the others read it.
    cached: CachedPrefix | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """Forecast cost as a range. `worst` is the cost if every answer has the maximum length."""

    low: MicroUsd
    likely: MicroUsd
    high: MicroUsd
    worst: MicroUsd


NO_MONEY = Money(low=ZERO, likely=ZERO, high=ZERO, worst=ZERO)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastPart:
    asking: Asking
    prompt_tokens: int
    answer_tokens: int
    # None: unknown, never zero.
    money: Money | None
    # Prompt tokens that are read from the provider's cache, and what that saves, with the cost of writing it.
    cached_tokens: int = 0
    cache_saving: MicroUsd = ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    cells: int
    calls: int
    judge_calls: int
    prompt_tokens: int
    answer_tokens: int
    # None as soon as one price is unknown.
    money: Money | None
    seconds: float
    parts: tuple[ForecastPart, ...]
    cached_tokens: int = 0
    cache_saving: MicroUsd = ZERO

    @property
    def basis(self) -> str:
        """Say where the length of the answers comes from."""
        asked = [part.asking for part in self.parts if part.asking.phase is Phase.TARGET]
        return say_lengths([each.answer_source for each in asked if each.calls])


def forecast(cells: int, asked: Sequence[Asking], workers: int) -> Forecast:
    parts = tuple(_part(asking) for asking in asked)
    return Forecast(
        cells=cells,
        calls=sum(each.calls for each in asked if each.phase is Phase.TARGET),
        judge_calls=sum(each.calls for each in asked if each.phase is Phase.JUDGE),
        prompt_tokens=sum(part.prompt_tokens for part in parts),
        answer_tokens=sum(part.answer_tokens for part in parts),
        money=_sum(part.money for part in parts),
        seconds=_seconds(asked, workers),
        parts=parts,
        cached_tokens=sum(part.cached_tokens for part in parts),
        cache_saving=MicroUsd(sum(part.cache_saving for part in parts)),
    )


def at_shares(asked: Sequence[Asking], shares: Mapping[ModelId, Decimal]) -> list[Asking]:
    """Return the calls with those of targets at a share of their price and uncached, as in a provider's batch."""
    return [
        each
        if each.phase is not Phase.TARGET or each.price is None or each.worst is None
        else replace(
            each,
            price=each.price.scaled(shares[each.model]),
            worst=each.worst * float(shares[each.model]),
            cached=None,
        )
        for each in asked
    ]


def mean_latency_s(buckets: dict[int, int]) -> float | None:
    """Return the mean latency in seconds from a histogram, using the middle of each bucket."""
    calls = sum(buckets.values())
    if not calls:
        return None
    total = sum(
        count * (upper_ms(bucket) + upper_ms(max(0, bucket - 1))) / 2
        for bucket, count in buckets.items()
    )
    return total / calls / 1000


def _part(asking: Asking) -> ForecastPart:
    return ForecastPart(
        asking=asking,
        prompt_tokens=round(asking.prompt_tokens * asking.calls),
        answer_tokens=round(asking.answer_tokens * asking.calls),
        money=_money(asking),
        cached_tokens=_shared_tokens(asking) * max(0, asking.calls - 1),
        cache_saving=_saving(asking),
    )


def _shared_tokens(asking: Asking) -> int:
    """Return the cached tokens of one call; the estimate of the whole prompt may be lower."""
    return 0 if asking.cached is None else min(asking.cached.tokens, round(asking.prompt_tokens))


def _saving(asking: Asking) -> MicroUsd:
    """Return what caching saves: the cost of the shared tokens without it, minus their cost with it."""
    tokens = _shared_tokens(asking)
    if asking.price is None or not tokens or not asking.calls:
        return ZERO
    plain = asking.calls * asking.price.cost(Usage(input=tokens))
    return MicroUsd(plain - cost_cached(asking.price, tokens=tokens, calls=asking.calls))


def _money(asking: Asking) -> Money | None:
    if asking.price is None or asking.worst is None:
        return None
    prompt, answer = asking.prompt_tokens, asking.answer_tokens
    prompts = asking.prompt_range or (prompt * LOW, prompt * HIGH)
    answers = asking.answer_range or (answer * LOW, answer * HIGH)
    likely = _cost(asking.price, prompt, answer) * asking.calls - _saving(asking)
    # As if no call found a cache.
    high = _cost(asking.price, prompts[1], answers[1]) * asking.calls
    low = _cost(asking.price, prompts[0], answers[0]) * asking.calls
    worst = round(asking.worst * asking.calls)
    return Money(
        low=MicroUsd(max(0, min(likely, low - _saving(asking)))),
        likely=MicroUsd(likely),
        # The cost never exceeds the reservation.
        high=MicroUsd(max(likely, min(high, worst))),
        worst=MicroUsd(max(likely, worst)),
    )


def _cost(price: Price, prompt_tokens: float, answer_tokens: float) -> int:
    return price.cost(Usage(input=round(prompt_tokens), output=round(answer_tokens), raw={}))


def _sum(parts: Iterable[Money | None]) -> Money | None:
    total = NO_MONEY
    for part in parts:
        if part is None:
            return None
        total = Money(
            low=MicroUsd(total.low + part.low),
            likely=MicroUsd(total.likely + part.likely),
            high=MicroUsd(total.high + part.high),
            worst=MicroUsd(total.worst + part.worst),
        )
    return total


def _seconds(asked: Sequence[Asking], workers: int) -> float:
    """Return the duration in seconds, determined by the bottleneck: our own concurrency, or the limits of one model."""
    if not any(each.calls for each in asked):
        return 0.0
    work = sum(each.calls * each.latency_s for each in asked)
    waits = [work / (CALLS_AT_ONCE * max(1, workers)), max(each.latency_s for each in asked)]
    by_model: dict[ModelId, list[Asking]] = defaultdict(list)
    for each in asked:
        by_model[each.model].append(each)
    for same in by_model.values():
        limits = same[0].limits
        if limits.requests_per_minute:
            waits.append(60 * sum(each.calls for each in same) / limits.requests_per_minute)
        if limits.tokens_per_minute:
            tokens = sum(each.calls * (each.prompt_tokens + each.answer_tokens) for each in same)
            waits.append(60 * tokens / limits.tokens_per_minute)
        if limits.concurrency:
            waits.append(sum(each.calls * each.latency_s for each in same) / limits.concurrency)
    return max(waits)
