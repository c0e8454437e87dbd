"""Providers with several kinds of rate limits in virtual time, and processes that call them through the limiter."""

import asyncio
import random
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from contextvars import copy_context
from dataclasses import dataclass, field
from uuid import UUID

from edison.domain.ids import CredentialId, ProjectId
from edison.domain.rate_limits.allocation import (
    UNSET,
    Grant,
    Pace,
    RateLimits,
    SlotRequest,
    exchange_slots,
)
from edison.providers.rate_limiter import Limiter
from tests.support.virtual_time import held_up_until

PROJECT = ProjectId(UUID(int=1))
CREDENTIAL = CredentialId(UUID(int=2))
EPOCH = 1_800_000_000.0

Admits = Callable[[float], bool]


def sliding_window(per_second: Callable[[float], float], *, counts_refused: bool = False) -> Admits:
    """Sliding window: a maximum number of calls within any second."""
    seen: deque[float] = deque()

    def admits(now: float) -> bool:
        while seen and seen[0] <= now - 1.0:
            seen.popleft()
        fits = len(seen) < per_second(now)
        if fits or counts_refused:
            seen.append(now)
        return fits

    return admits


def token_bucket(per_second: float, burst: float) -> Admits:
    """Token bucket: refilled steadily, and may be emptied at once."""
    held, filled_at = burst, 0.0

    def admits(now: float) -> bool:
        nonlocal held, filled_at
        held = min(burst, held + (now - filled_at) * per_second)
        filled_at = now
        if held < 1:
            return False
        held -= 1
        return True

    return admits


def calendar_second(per_second: float) -> Admits:
    """Fixed window: the count restarts with each full second."""
    second, count = -1, 0

    def admits(now: float) -> bool:
        nonlocal second, count
        if int(now) != second:
            second, count = int(now), 0
        count += 1
        return count <= per_second

    return admits


class Store:
    """Stands for the row in PostgreSQL: exchanges are serialized, each with a round trip."""

    def __init__(self, dice: random.Random) -> None:
        self.pace = Pace()
        self.exchanges = 0
        self._dice = dice
        self._lock = asyncio.Lock()

    @property
    def limits(self) -> "Store":
        return self

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["Store"]:
        yield self

    async def exchange(
        self,
        project: ProjectId,
        credential: CredentialId,
        model: str,
        ask: SlotRequest,
        limits: RateLimits,
    ) -> Grant:
        await asyncio.sleep(self._dice.uniform(0.001, 0.006))
        async with self._lock:
            self.exchanges += 1
            now = EPOCH + asyncio.get_running_loop().time()
            self.pace, grant = exchange_slots(self.pace, ask, limits, now)
        await asyncio.sleep(self._dice.uniform(0.001, 0.006))
        return grant


@dataclass(frozen=True, slots=True, kw_only=True)
class Stalls:
    """A busy machine: a process gets no CPU for a moment now and then."""

    every_s: float
    shortest_s: float = 0.1
    longest_s: float = 0.5

    async def befall(self, until: list[float], dice: random.Random, end: float) -> None:
        loop = asyncio.get_running_loop()
        while loop.time() < end:
            await asyncio.sleep(dice.expovariate(1 / self.every_s))
            until[0] = loop.time() + dice.uniform(self.shortest_s, self.longest_s)


@dataclass(slots=True)
class Traffic:
    """Times of accepted and rejected calls, by process."""

    accepted: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])
    refused: list[float] = field(default_factory=list[float])
    exchanges: int = 0
    at_once: int = 0
    most_at_once: int = 0
    ended: float = 0.0

    def goodput(self, start: float, end: float) -> float:
        return sum(start <= at < end for at, _ in self.accepted) / (end - start)

    def refused_share(self, start: float = 0.0) -> float:
        refused = sum(at >= start for at in self.refused)
        return refused / max(1, refused + sum(at >= start for at, _ in self.accepted))

    def shares(self, start: float, end: float) -> list[float]:
        of = [process for at, process in self.accepted if start <= at < end]
        return [of.count(process) / len(of) for process in sorted(set(of))]


async def drive(
    admits: Admits,
    *,
    seconds: float,
    processes: int = 3,
    callers: int = 30,
    takes_s: float = 0.2,
    retry_after_s: float | None = None,
    limits: RateLimits = UNSET,
    seed: int = 0,
    late_s: float = 0.0,
    stalls: Stalls | None = None,
) -> Traffic:
    """Let callers call as fast as allowed for a duration; the last process may start late."""
    dice = random.Random(seed)
    store = Store(dice)
    traffic = Traffic()
    loop = asyncio.get_running_loop()

    async def call(process: int, limiter: Limiter) -> None:
        if process == processes - 1:
            await asyncio.sleep(late_s)
        while loop.time() < seconds:
            async with limiter.permit(PROJECT, CREDENTIAL, "m", limits) as permit:
                # Delay between permit and provider: event loop and network.
                await asyncio.sleep(dice.expovariate(1 / 0.004))
                at = loop.time()
                if admits(at):
                    traffic.accepted.append((at, process))
                    traffic.at_once += 1
                    traffic.most_at_once = max(traffic.most_at_once, traffic.at_once)
                    await asyncio.sleep(takes_s * dice.uniform(0.5, 1.5))
                    traffic.at_once -= 1
                    permit.succeeded()
                else:
                    traffic.refused.append(at)
                    await asyncio.sleep(0.002)
                    permit.refused(retry_after_s=retry_after_s)

    limiters = [Limiter(store.open, f"process-{number}") for number in range(processes)]
    async with asyncio.TaskGroup() as group:
        for number, limiter in enumerate(limiters):
            process = copy_context()
            if stalls:
                until = [0.0]
                group.create_task(stalls.befall(until, dice, seconds))
                process.run(held_up_until.set, until)
            for _ in range(callers):
                group.create_task(call(number, limiter), context=process)
    traffic.ended = loop.time()
    for limiter in limiters:
        await limiter.close()
    traffic.exchanges = store.exchanges
    return traffic
