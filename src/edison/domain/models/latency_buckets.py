"""Latencies counted in buckets, so that percentiles of any span can be had without keeping every call."""

import math
from collections.abc import Mapping

FIRST_MS = 1.0
# Each bucket is 10 % wider than the one before: a percentile is off by at most 5 %.
GROWTH = 1.1
LAST = 140


def bucket_of(latency_ms: float) -> int:
    if latency_ms <= FIRST_MS:
        return 0
    return min(LAST, math.ceil(math.log(latency_ms / FIRST_MS, GROWTH)))


def upper_ms(bucket: int) -> float:
    """The longest latency that a bucket counts."""
    return FIRST_MS * GROWTH**bucket


def percentile(counts: Mapping[int, int], share: float) -> float | None:
    """The latency that `share` of the calls did not exceed, as the middle of its bucket."""
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
