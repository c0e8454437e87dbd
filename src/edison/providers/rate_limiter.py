"""Rate limiter shared by all processes, which lease permits in batches through PostgreSQL."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Protocol, Self

from edison.domain.ids import CredentialId, ProjectId
from edison.domain.rate_limits.allocation import (
    CallSlot,
    DeadlinePassed,
    Grant,
    RateLimits,
    SlotRequest,
)
from edison.providers.call_queue import Lane

__all__ = [
    "DeadlinePassed",
    "Limiter",
    "LimiterSnapshot",
    "LimiterTx",
    "OpenTx",
    "Permit",
    "RateLimits",
]


class Exchanges(Protocol):
    async def exchange(
        self,
        project: ProjectId,
        credential: CredentialId,
        model: str,
        ask: SlotRequest,
        limits: RateLimits,
    ) -> Grant: ...


class LimiterTx(Protocol):
    """The part of a transaction that the rate limiter needs."""

    @property
    def limits(self) -> Exchanges: ...


OpenTx = Callable[[], AbstractAsyncContextManager[LimiterTx]]
LaneKey = tuple[ProjectId, CredentialId, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class LimiterSnapshot:
    """The state of one rate limiter as known to this process."""

    rate: float | None
    ceiling: float | None
    share: int
    waiting: int
    in_flight: int
    exchanges: int


class Permit:
    """Permission to start one call. The caller must report its outcome; without a report it counts as failed."""

    __slots__ = ("_deadline", "_lane", "_slot", "_tokens")

    def __init__(self, lane: Lane, tokens: int, deadline: float | None) -> None:
        self._lane = lane
        self._tokens = tokens
        self._deadline = deadline
        self._slot: CallSlot | None = None

    async def __aenter__(self) -> Self:
        self._slot = self._lane.take(self._tokens)
        if self._slot is not None:
            return self
        if self._deadline is None:
            self._slot = await self._lane.wait(self._tokens)
            return self
        try:
            async with asyncio.timeout_at(self._deadline):
                self._slot = await self._lane.wait(self._tokens)
        except TimeoutError:
            raise DeadlinePassed("No permit came in time") from None
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.failed()

    def succeeded(self, *, tokens: int | None = None) -> None:
        """Report an answer that used this many tokens."""
        if slot := self._end():
            self._lane.answered(slot, 0 if tokens is None else tokens - self._tokens)

    def failed(self) -> None:
        """Report a failure that is unrelated to rate limits."""
        if slot := self._end():
            self._lane.answered(slot, 0)

    def refused(
        self, *, retry_after_s: float | None = None, limit_per_minute: float | None = None
    ) -> None:
        """Report that the provider rejected the call because of a rate limit."""
        if slot := self._end():
            self.told(requests_per_minute=limit_per_minute)
            self._lane.refused(slot, retry_after_s, -self._tokens)

    def told(
        self,
        *,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
    ) -> None:
        """Report the rate limits from the provider's response headers."""
        self._lane.told(requests_per_minute, tokens_per_minute)

    def _end(self) -> CallSlot | None:
        slot, self._slot = self._slot, None
        return slot


class Limiter:
    """Issues permits to callers in this process, first come, first served, per model and credential."""

    def __init__(self, open_tx: OpenTx, process_name: str) -> None:
        self._open_tx = open_tx
        self._process = process_name
        self._lanes: dict[LaneKey, Lane] = {}

    def permit(
        self,
        project: ProjectId,
        credential: CredentialId,
        model: str,
        limits: RateLimits,
        *,
        tokens: int = 0,
        deadline: float | None = None,
    ) -> Permit:
        """Wait for a permit when the context is entered; `deadline` is a time of the event loop's clock."""
        key = (project, credential, model)
        lane = self._lanes.get(key)
        if lane is None:
            exchange = partial(self._exchange, key)
            lane = self._lanes[key] = Lane(self._process, exchange, limits)
        lane.limits = limits
        return Permit(lane, tokens, deadline)

    def snapshot(
        self, project: ProjectId, credential: CredentialId, model: str
    ) -> LimiterSnapshot | None:
        """Return the state known to this process; None if it has not called this model."""
        lane = self._lanes.get((project, credential, model))
        if lane is None:
            return None
        return LimiterSnapshot(
            rate=lane.grant.rate if lane.grant else None,
            ceiling=lane.grant.ceiling if lane.grant else None,
            share=lane.share,
            waiting=lane.waiting,
            in_flight=lane.in_flight,
            exchanges=lane.exchanges,
        )

    async def close(self) -> None:
        """Return all leased slots and places, so that other processes need not wait until the leases expire."""
        lanes, self._lanes = list(self._lanes.values()), {}
        async with asyncio.TaskGroup() as leaving:
            for lane in lanes:
                leaving.create_task(lane.leave())

    async def _exchange(self, key: LaneKey, ask: SlotRequest, limits: RateLimits) -> Grant:
        project, credential, model = key
        async with self._open_tx() as tx:
            return await tx.limits.exchange(project, credential, model, ask, limits)
