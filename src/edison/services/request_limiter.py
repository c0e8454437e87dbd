"""Limit the requests per minute of an IP address, across all web processes, without a query per request."""

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from edison.services.context import Context

log = structlog.get_logger(__name__)

REQUESTS_BY_ADDRESS = "requests:address"
WINDOW = timedelta(minutes=1)
SHARE_EVERY_S = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitDecision:
    allowed: bool
    limit: int
    remaining: int
    resets_at: datetime


class RequestLimiter:
    """Counts requests in memory, and shares the counts through PostgreSQL every second."""

    def __init__(self, ctx: Context, limit: int) -> None:
        self._ctx = ctx
        self._limit = limit
        self._unshared: Counter[str] = Counter()
        self._shared: dict[str, tuple[int, datetime]] = {}
        self._task: asyncio.Task[None] | None = None

    def admit(self, address: str) -> LimitDecision:
        """Count a request of an IP address; return whether it is allowed."""
        now = self._ctx.clock.now()
        known, resets_at = self._shared.get(address, (0, now + WINDOW))
        if resets_at <= now:
            known, resets_at = 0, now + WINDOW
        self._unshared[address] += 1
        made = known + self._unshared[address]
        return LimitDecision(
            allowed=made <= self._limit,
            limit=self._limit,
            remaining=max(0, self._limit - made),
            resets_at=resets_at,
        )

    async def share(self) -> None:
        """Add the counts of this process to the shared counters, and load the counts of other processes."""
        now = self._ctx.clock.now()
        counted, fresh = self._unshared.copy(), dict[str, tuple[int, datetime]]()
        self._shared = {key: seen for key, seen in self._shared.items() if seen[1] > now}
        if not counted:
            return
        try:
            async with self._ctx.write() as tx:
                for address, times in sorted(counted.items()):
                    fresh[address] = await tx.attempts.count(
                        REQUESTS_BY_ADDRESS, address, now, now + WINDOW, times=times
                    )
            self._shared |= fresh
        finally:
            # Subtract only now, so that the local counts apply while the database is slow.
            self._unshared -= counted

    def start(self) -> None:
        self._task = asyncio.create_task(self._share_on(), name="request-limits")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _share_on(self) -> None:
        while True:
            await asyncio.sleep(SHARE_EVERY_S)
            try:
                await self.share()
            except Exception as error:
                # A database failure must not end this task; other requests report it.
                log.warning("request_counts_not_shared", error=type(error).__name__)
