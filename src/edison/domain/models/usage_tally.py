"""Totals of a model's calls per hour or day, for charts, with a histogram of latencies."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from edison.domain.models.model_call import Answered, CallOutcome
from edison.domain.money import ZERO, MicroUsd

FIRST_MS = 1.0
# Each bucket is 10 % wider than the one before, so a percentile is off by at most 5 %.
GROWTH = 1.1
LAST = 140


def bucket_of(latency_ms: float) -> int:
    if latency_ms <= FIRST_MS:
        return 0
    return min(LAST, math.ceil(math.log(latency_ms / FIRST_MS, GROWTH)))


def upper_ms(bucket: int) -> float:
    """Return the upper limit of a latency bucket in milliseconds."""
    return FIRST_MS * GROWTH**bucket


def percentile(counts: Mapping[int, int], share: float) -> float | None:
    """Return the percentile of a latency histogram, as the middle of its bucket. `share` is from 0 to 1."""
    total = sum(counts.values())
    if total == 0:
        return None
    wanted = max(1, math.ceil(total * share))
    seen = 0
    for bucket in sorted(counts):
        seen += counts[bucket]
        if seen >= wanted:
            return _middle(bucket)
    raise AssertionError("unreachable: the counts sum to the total")


def _middle(bucket: int) -> float:
    return FIRST_MS * GROWTH ** (bucket - 0.5) if bucket else FIRST_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Totals over calls. Cached answers are counted separately, because they cost nothing."""

    calls: int = 0
    failed: int = 0
    reused: int = 0
    # Calls with an unknown cost; the cost below does not include them.
    cost_unknown: int = 0
    cost: MicroUsd = ZERO
    saved: MicroUsd = ZERO
    prompt_tokens: int = 0
    completion_tokens: int = 0
    latencies: dict[int, int] = field(default_factory=dict[int, int])


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    start: datetime
    tally: Tally


def tally_of(outcome: CallOutcome) -> Tally:
    if not isinstance(outcome, Answered):
        return Tally(
            calls=1,
            failed=1,
            cost_unknown=1 if outcome.doubtful or (outcome.usage and outcome.cost is None) else 0,
            cost=outcome.cost or ZERO,
            prompt_tokens=outcome.usage.prompt if outcome.usage else 0,
            completion_tokens=outcome.usage.completion if outcome.usage else 0,
        )
    if outcome.reused is not None:
        return Tally(calls=1, reused=1, saved=outcome.cost or ZERO)
    return Tally(
        calls=1,
        cost_unknown=0 if outcome.cost is not None and not outcome.doubtful else 1,
        cost=outcome.cost or ZERO,
        prompt_tokens=outcome.usage.prompt if outcome.usage else 0,
        completion_tokens=outcome.usage.completion if outcome.usage else 0,
        latencies={} if outcome.latency_ms is None else {bucket_of(outcome.latency_ms): 1},
    )


def added(one: Tally, other: Tally) -> Tally:
    latencies = dict(one.latencies)
    for bucket, calls in other.latencies.items():
        latencies[bucket] = latencies.get(bucket, 0) + calls
    return Tally(
        calls=one.calls + other.calls,
        failed=one.failed + other.failed,
        reused=one.reused + other.reused,
        cost_unknown=one.cost_unknown + other.cost_unknown,
        cost=MicroUsd(one.cost + other.cost),
        saved=MicroUsd(one.saved + other.saved),
        prompt_tokens=one.prompt_tokens + other.prompt_tokens,
        completion_tokens=one.completion_tokens + other.completion_tokens,
        latencies=latencies,
    )
