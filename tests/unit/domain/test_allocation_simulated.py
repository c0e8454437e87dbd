"""Three processes against providers of several kinds, for minutes of virtual time.

What gets through, what is refused.
"""

import asyncio
import random
from dataclasses import dataclass

import pytest

from edison.domain.rate_limits.allocation import UNSET, RateLimits
from edison.providers.rate_limiter import Limiter
from tests.support.rate_limited import (
    CREDENTIAL,
    PROJECT,
    Admits,
    Stalls,
    Store,
    Traffic,
    calendar_second,
    drive,
    sliding_window,
    token_bucket,
)
from tests.support.virtual_time import StallingLoop, in_virtual_time

WARM_UP_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A provider, and what calling it must come to."""

    limit: float
    goodput: float = 0.90
    refused: float = 0.02
    seconds: float = 35.0
    warm_up_s: float = WARM_UP_S
    callers: int = 30
    takes_s: float = 0.2
    retry_after_s: float | None = None
    burst: float | None = None
    calendar: bool = False
    counts_refused: bool = False

    def admits(self) -> Admits:
        if self.burst:
            return token_bucket(self.limit, self.burst)
        if self.calendar:
            return calendar_second(self.limit)
        return sliding_window(lambda _: self.limit, counts_refused=self.counts_refused)


KINDS = {
    "50/s": Kind(limit=50),
    "50/s with Retry-After": Kind(limit=50, retry_after_s=1.0),
    "50/s that counts what it refuses": Kind(limit=50, counts_refused=True),
    "50/s by the calendar": Kind(limit=50, calendar=True),
    "50/s, small bursts": Kind(limit=50, burst=10),
    "50/s, large bursts": Kind(limit=50, burst=100, seconds=60),
    "50/s, slow answers": Kind(limit=50, takes_s=5.0, callers=100),
    "500/s": Kind(limit=500, seconds=20, callers=80),
    # So few that the quick start alone is a large part of all.
    "5/s": Kind(limit=5, seconds=120, warm_up_s=30, goodput=0.85, refused=0.04),
    "5/s, hardly any burst": Kind(
        limit=5, seconds=180, warm_up_s=60, burst=1.5, goodput=0.85, refused=0.05
    ),
}


@pytest.mark.parametrize(("name", "seed"), [*((name, 1) for name in KINDS), ("50/s", 2)])
def test_most_of_what_the_provider_allows_gets_through_and_little_is_refused(
    name: str, seed: int
) -> None:
    kind = KINDS[name]
    traffic = run(kind, seed)

    goodput = traffic.goodput(kind.warm_up_s, kind.seconds) / kind.limit
    assert goodput >= kind.goodput, f"{goodput:.3f}"
    assert traffic.refused_share() <= kind.refused, f"{traffic.refused_share():.3%}"
    assert min(traffic.shares(5, kind.seconds)) >= 0.30
    assert traffic.exchanges / traffic.ended / 3 <= 8, "a handful of exchanges a second"


def test_a_limit_that_falls_is_found_within_seconds() -> None:
    falls = sliding_window(lambda now: 50 if now < 30 else 20)
    traffic = in_virtual_time(drive(falls, seconds=60))

    assert traffic.goodput(35, 60) >= 0.88 * 20
    assert traffic.refused_share() <= 0.03


def test_a_limit_that_rises_is_found_within_a_minute() -> None:
    rises = sliding_window(lambda now: 50 if now < 30 else 200)
    traffic = in_virtual_time(drive(rises, seconds=100))

    assert traffic.goodput(85, 100) >= 0.88 * 200
    assert traffic.refused_share() <= 0.02


def test_without_a_limit_nothing_is_held_back() -> None:
    traffic = in_virtual_time(drive(lambda _: True, seconds=5, processes=1, callers=100))

    # 100 callers of 200 ms, and 4 ms on the way, are 490 calls a second.
    assert traffic.goodput(0.6, 5) >= 0.97 * 490
    assert traffic.goodput(0.0, 1.0) >= 0.7 * 490


def test_callers_that_come_late_find_the_pace_of_the_others() -> None:
    """A process that starts anew does not begin with a quick start of its own."""
    kind = KINDS["50/s"]
    early = run(kind, seed=3, seconds=20.0)
    both = run(kind, seed=3, seconds=20.0, late_s=10.0)

    assert len(both.refused) <= len(early.refused) + 3
    assert min(both.shares(12, 20)) >= 0.30


def test_a_configured_limit_needs_no_refusal_to_be_kept() -> None:
    limits = RateLimits(requests_per_minute=0.95 * 50 * 60)
    traffic = in_virtual_time(drive(KINDS["50/s"].admits(), seconds=30, limits=limits))

    assert traffic.goodput(2, 30) >= 0.9 * 50
    assert traffic.refused == []


def test_places_are_not_exceeded_by_all_processes_together() -> None:
    limits = RateLimits(concurrency=10)
    traffic = in_virtual_time(drive(lambda _: True, seconds=20, limits=limits))

    assert traffic.most_at_once <= 10
    # Ten places of 200 ms, and 4 ms on the way, are 49 calls a second.
    assert traffic.goodput(5, 20) >= 0.9 * 49
    assert min(traffic.shares(5, 20)) >= 0.25


@pytest.mark.parametrize(("part", "goodput"), [(0.005, 0.90), (0.02, 0.75)])
@pytest.mark.parametrize("seed", [1])
def test_refusals_that_have_nothing_to_do_with_the_rate_hardly_slow_anyone(
    part: float, goodput: float, seed: int
) -> None:
    dice = random.Random(seed)
    traffic = in_virtual_time(
        drive(lambda _: dice.random() >= part, seconds=45, callers=10, seed=seed)
    )

    # 30 callers of 200 ms, and 4 ms on the way, are 147 calls a second.
    assert traffic.goodput(20, 45) >= goodput * 147


def test_a_limit_is_kept_even_where_some_refusals_have_nothing_to_do_with_it() -> None:
    dice, fits = random.Random(1), sliding_window(lambda _: 50)
    traffic = in_virtual_time(drive(lambda now: dice.random() >= 0.02 and fits(now), seconds=60))

    assert traffic.goodput(20, 60) >= 0.7 * 50
    assert traffic.refused_share() <= 0.08


@pytest.mark.parametrize(("refusals", "retry_after_s"), [(2, 0.25), (4, 0.25), (4, None)])
def test_one_caller_that_is_refused_waits_little_longer_than_it_was_asked_to(
    refusals: int, retry_after_s: float | None
) -> None:
    async def work() -> float:
        limiter = Limiter(Store(random.Random(1)).open, "process")
        for number in range(refusals + 1):
            async with limiter.permit(PROJECT, CREDENTIAL, "m", UNSET) as permit:
                await asyncio.sleep(0.05)
                if number < refusals:
                    permit.refused(retry_after_s=retry_after_s)
        return asyncio.get_running_loop().time()

    assert in_virtual_time(work()) <= 0.5 * refusals + 0.2


@pytest.mark.parametrize("retry_after_s", [None, 1.0])
def test_processes_that_are_held_up_lose_little_of_what_the_provider_allows(
    retry_after_s: float | None,
) -> None:
    """Each gets no processor for 0.1 to 0.5 s, every three seconds or so."""
    traffic = in_virtual_time(
        drive(
            KINDS["50/s"].admits(),
            seconds=45,
            retry_after_s=retry_after_s,
            stalls=Stalls(every_s=3.0),
            seed=1,
        ),
        StallingLoop,
    )

    assert traffic.goodput(10, 45) >= 0.80 * 50
    assert traffic.refused_share() <= 0.02


def run(kind: Kind, seed: int, seconds: float | None = None, late_s: float = 0.0) -> Traffic:
    return in_virtual_time(
        drive(
            kind.admits(),
            seconds=seconds or kind.seconds,
            callers=kind.callers,
            takes_s=kind.takes_s,
            retry_after_s=kind.retry_after_s,
            seed=seed,
            late_s=late_s,
        )
    )
