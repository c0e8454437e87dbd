"""Percentiles out of buckets stay close to the truth."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.usage_tally import LAST, bucket_of, percentile, upper_ms

LATENCIES = st.lists(st.floats(1.0, 600_000.0), min_size=1, max_size=200)


def counted(latencies: list[float]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for latency in latencies:
        counts[bucket_of(latency)] = counts.get(bucket_of(latency), 0) + 1
    return counts


@given(LATENCIES, st.sampled_from([0.5, 0.95, 0.99]))
def test_a_percentile_is_off_by_five_percent_at_most(latencies: list[float], share: float) -> None:
    exact = sorted(latencies)[max(1, math.ceil(len(latencies) * share)) - 1]

    found = percentile(counted(latencies), share)

    assert found is not None
    if bucket_of(exact) not in {0, LAST}:
        assert found == pytest.approx(exact, rel=0.05)


@given(st.floats(0.0, 1e9))
def test_a_latency_is_within_its_bucket(latency: float) -> None:
    bucket = bucket_of(latency)

    assert 0 <= bucket <= LAST
    if bucket < LAST:
        assert latency <= upper_ms(bucket) * (1 + 1e-9)


def test_no_calls_have_no_percentile() -> None:
    assert percentile({}, 0.5) is None
