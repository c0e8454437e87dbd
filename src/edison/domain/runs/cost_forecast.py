"""Forecast of a run: calls, tokens, duration, and cost as a range with the highest possible cost."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from edison.domain.ids import ModelId
from edison.domain.models.price import Price
from edison.domain.models.token_usage import Usage
from edison.domain.models.usage_tally import upper_ms
from edison.domain.money import ZERO, MicroUsd
from edison.domain.rate_limits.limit_state import UNSET, RateLimits
from edison.domain.runs.cell import Phase

# Assumed for a model without history.
USUAL_ANSWER_TOKENS = 500
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
    )


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
    )


def _money(asking: Asking) -> Money | None:
    if asking.price is None or asking.worst is None:
        return None
    usage = Usage(input=round(asking.prompt_tokens), output=round(asking.answer_tokens), raw={})
    likely = asking.price.cost(usage) * asking.calls
    worst = round(asking.worst * asking.calls)
    return Money(
        low=MicroUsd(round(likely * LOW)),
        likely=MicroUsd(likely),
        # The cost never exceeds the reservation.
        high=MicroUsd(max(likely, min(round(likely * HIGH), worst))),
        worst=MicroUsd(max(likely, worst)),
    )


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
