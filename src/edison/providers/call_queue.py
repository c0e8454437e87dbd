"""Queue of one process's calls to one model.

A call needs a slot (the time when it may start) and a place (one of the concurrent calls). Both are leased from the
shared limiter in exchanges, one exchange at a time.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import islice
from math import ceil

import structlog

from edison.domain.rate_limits.allocation import (
    SLOT_LIVES_S,
    CallSlot,
    DeadlinePassed,
    Grant,
    RateLimitReport,
    RateLimits,
    SlotRequest,
)
from edison.domain.rate_limits.call_history import time_step_of

log = structlog.get_logger(__name__)

# Request more before the last slot is used, early enough for a slow reply.
LEAD_S = 0.06
# Under load, hold enough slots for this long; below BUSY calls per second, request them on demand.
# Near a ceiling slots are scarce, and one process should not hold many.
LOOK_AHEAD_S = 0.3
NEAR_CEILING_S = 0.15
BUSY = 10.0
MOST_WANTED = 256
SHORTEST_GAP_S = 0.025
# How often to request more places while callers wait for one, and to renew the lease of those in use.
PLACES_EVERY_S = 0.25
RENEW_EVERY_S = 5.0
QUIET_S = 1.0
FAILED_GAP_S = 0.5
# After a delay of the process, late calls would start in one burst with those on time.
LATE_S = 0.25
# A sleep that ends this early counts as on time.
TICK_S = 0.0005

_NEVER = float("inf")


class _Waiter:
    __slots__ = ("ready", "tokens")

    def __init__(self, ready: asyncio.Future[CallSlot], tokens: int) -> None:
        self.ready = ready
        self.tokens = tokens


class _Notes:
    """Events since the last exchange with the shared limiter."""

    def __init__(self) -> None:
        self.answered: dict[int, int] = {}
        self.unused: dict[int, int] = {}
        self.refused: list[float] = []
        self.resume_at = 0.0
        self.tokens_off = 0
        self.told_requests: float | None = None
        self.told_tokens: float | None = None

    def report(self) -> RateLimitReport:
        return RateLimitReport(
            answered=self.answered,
            unused=self.unused,
            refused=tuple(self.refused),
            resume_at=self.resume_at,
            tokens_off=self.tokens_off,
            told_requests=self.told_requests,
            told_tokens=self.told_tokens,
        )

    def take_back(self, lost: "_Notes") -> None:
        """Add the events of a failed exchange again, to report them with the next exchange."""
        for mine, theirs in ((self.answered, lost.answered), (self.unused, lost.unused)):
            for beat, count in theirs.items():
                mine[beat] = mine.get(beat, 0) + count
        self.refused += lost.refused
        self.resume_at = max(self.resume_at, lost.resume_at)
        self.tokens_off += lost.tokens_off
        self.told_requests = self.told_requests or lost.told_requests
        self.told_tokens = self.told_tokens or lost.told_tokens


class Lane:
    def __init__(
        self,
        process: str,
        exchange: Callable[[SlotRequest, RateLimits], Awaitable[Grant]],
        limits: RateLimits,
    ) -> None:
        self.limits = limits
        self.grant: Grant | None = None
        self.share = 0
        self.in_flight = 0
        self.exchanges = 0
        self._process = process
        self._exchange = exchange
        self._loop = asyncio.get_running_loop()
        self._waiters: deque[_Waiter] = deque()
        self._slots: deque[CallSlot] = deque()
        self._notes = _Notes()
        self._talk: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._urgent = False
        self._left = False
        self._near_ceiling = False
        # The offset of the database clock to ours, from the fastest recent exchange.
        self._offset = 0.0
        self._round_trip = _NEVER
        self._asked_at = -_NEVER
        self._got_at = -_NEVER
        self._ask_from = -_NEVER
        self._used_at = -_NEVER
        self._starts = 0
        self._starts_per_s = 0.0

    @property
    def waiting(self) -> int:
        return len(self._waiters)

    def take(self, tokens: int) -> CallSlot | None:
        """Return a slot immediately if one is available and no other call waits; otherwise None."""
        if self._waiters or self.in_flight >= self.share or not self._slots:
            return None
        now = self._loop.time()
        self._drop_stale(now)
        if not self._slots or self._slots[0].at - self._offset > now + TICK_S:
            return None
        slot = self._begin(tokens)
        if len(self._slots) <= self._look_ahead() // 3:
            self._plan(now)
        return slot

    async def wait(self, tokens: int) -> CallSlot:
        waiter = _Waiter(self._loop.create_future(), tokens)
        self._waiters.append(waiter)
        self._used_at = self._loop.time()
        self._turn()
        try:
            return await waiter.ready
        except asyncio.CancelledError:
            if waiter.ready.done() and not waiter.ready.cancelled():
                # Its slot arrived at the moment it was cancelled.
                self._give_back(waiter)
            else:
                with suppress(ValueError):
                    self._waiters.remove(waiter)
            raise

    def answered(self, slot: CallSlot, tokens_off: int) -> None:
        beat = time_step_of(slot.at)
        self._notes.answered[beat] = self._notes.answered.get(beat, 0) + 1
        self._ended(tokens_off)

    def refused(self, slot: CallSlot, retry_after_s: float | None, tokens_off: int) -> None:
        self._notes.refused.append(slot.at)
        if retry_after_s:
            resume_at = self._loop.time() + self._offset + retry_after_s
            self._notes.resume_at = max(self._notes.resume_at, resume_at)
        if retry_after_s or self.grant is None or slot.at > self.grant.heeded_until:
            # Slots in stock were granted at a rate that is now known to be too high.
            self._drop_all()
            self._urgent = True
        self._ended(tokens_off)

    def told(self, requests: float | None, tokens: float | None) -> None:
        self._notes.told_requests = requests or self._notes.told_requests
        self._notes.told_tokens = tokens or self._notes.told_tokens

    async def leave(self) -> None:
        """Reject the waiting calls, and return all slots and places to the shared limiter."""
        self._left = True
        if self._timer:
            self._timer.cancel()
        for waiter in self._waiters:
            if not waiter.ready.done():
                waiter.ready.set_exception(DeadlinePassed("The process is ending"))
        self._waiters.clear()
        if self._talk:
            await asyncio.wait([self._talk])
        self._drop_all()
        if self.grant is not None:
            await self._ask(leaving=True)

    def _begin(self, tokens: int) -> CallSlot:
        slot = self._slots.popleft()
        self.in_flight += 1
        self._starts += 1
        self._notes.tokens_off += tokens - slot.tokens
        return slot

    def _ended(self, tokens_off: int) -> None:
        self._notes.tokens_off += tokens_off
        self.in_flight -= 1
        self._used_at = self._loop.time()
        if self._waiters or self._urgent or self._timer is None:
            self._turn()

    def _give_back(self, waiter: _Waiter) -> None:
        slot = waiter.ready.result()
        self.in_flight -= 1
        self._notes.tokens_off += slot.tokens - waiter.tokens
        self._slots.appendleft(slot)
        self._turn()

    def _turn(self) -> None:
        now = self._loop.time()
        # Late although there were callers and places, and not because the slots have only just arrived.
        held_up = self._waiters and self.in_flight < self.share and now > self._got_at + LATE_S
        self._drop_stale(now, LATE_S if held_up else SLOT_LIVES_S)
        while self._waiters and self._slots and self.in_flight < self.share:
            if self._slots[0].at - self._offset > now + TICK_S:
                break
            waiter = self._waiters.popleft()
            if not waiter.ready.done():
                waiter.ready.set_result(self._begin(waiter.tokens))
        self._plan(now)

    def _plan(self, now: float) -> None:
        """Start an exchange if it is due; otherwise set a timer for the next event."""
        if self._left:
            return
        due = self._due(now)
        if due <= now + TICK_S and self._talk is None:
            self._talk = self._loop.create_task(self._ask())
            due = now + RENEW_EVERY_S
        if self._waiters and self._slots and self.in_flight < self.share:
            due = min(due, self._slots[0].at - self._offset)
        if due == _NEVER:
            return
        if self._timer:
            if self._timer.when() <= due + TICK_S:
                return
            self._timer.cancel()
        self._timer = self._loop.call_at(max(due, now + TICK_S), self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._turn()

    def _due(self, now: float) -> float:
        """Return the time of the next exchange."""
        if self._urgent:
            return max(now, self._ask_from) if self._talk is None else _NEVER
        times = [_NEVER]
        if self._waiters and (self.in_flight < self.share or not self.share):
            last = self._slots[-1].at - self._offset - LEAD_S if self._slots else now
            times.append(max(last, self._ask_from))
        elif self._waiters:
            times.append(max(self._asked_at + PLACES_EVERY_S, self._ask_from))
        ahead = self._look_ahead()
        if ahead and self.in_flight and len(self._slots) <= ahead // 3:
            times.append(self._ask_from)
        if self.in_flight:
            times.append(self._asked_at + RENEW_EVERY_S)
        elif not self._waiters and self.share:
            # The last exchange before idling: report all events and return all places.
            times.append(max(self._used_at, self._asked_at) + QUIET_S)
        return min(times)

    def _look_ahead(self) -> int:
        if self._starts_per_s < BUSY:
            return 0
        ahead = NEAR_CEILING_S if self._near_ceiling else LOOK_AHEAD_S
        return min(MOST_WANTED, ceil(self._starts_per_s * ahead))

    def _wanted(self) -> tuple[int, ...]:
        """Return the token counts of the calls that need slots: calls that can start soon, and more under load."""
        ahead = self._look_ahead()
        room = self.share - self.in_flight if self.grant and self.share else MOST_WANTED
        count = min(MOST_WANTED, min(len(self._waiters), max(0, room)) + ahead) - len(self._slots)
        if count <= 0:
            return ()
        known = [
            waiter.tokens
            for waiter in islice(self._waiters, len(self._slots), len(self._slots) + count)
        ]
        usual = known[-1] if known else self._slots[-1].tokens if self._slots else self._usual()
        return (*known, *[usual] * (count - len(known)))

    def _usual(self) -> int:
        return self._waiters[-1].tokens if self._waiters else 0

    async def _ask(self, *, leaving: bool = False) -> None:
        notes, self._notes = self._notes, _Notes()
        asked = self._loop.time()
        quiet = not self._waiters and not self.in_flight
        wanted = () if leaving or quiet else self._wanted()
        self._urgent = False
        ask = SlotRequest(
            process=self._process,
            wanted=wanted,
            # Slots in stock may start during the exchange, and need a place then.
            in_flight=max(self.in_flight, min(self.share, self.in_flight + len(self._slots))),
            waiting=len(self._waiters),
            report=notes.report(),
            leaving=leaving or quiet,
        )
        try:
            grant = await self._exchange(ask, self.limits)
        except Exception as error:
            # The database may be unavailable for a while; callers wait until their deadlines.
            log.warning("limiter_exchange_failed", error=str(error))
            self._notes.take_back(notes)
            self._ask_from = self._loop.time() + FAILED_GAP_S
        else:
            self._granted(grant, asked, asked_for=len(wanted))
        finally:
            self._talk = None
        if not leaving:
            self._turn()

    def _granted(self, grant: Grant, asked: float, *, asked_for: int) -> None:
        now = self._loop.time()
        self.exchanges += 1
        self._tune_clock(grant.now, asked, now)
        if self._asked_at > -_NEVER:
            speed = self._starts / max(asked - self._asked_at, 0.001)
            weight = min(1.0, (asked - self._asked_at) / 0.3)
            self._starts_per_s += (speed - self._starts_per_s) * weight
        self._starts = 0
        self._asked_at = asked
        self._ask_from = now + SHORTEST_GAP_S
        if len(grant.slots) < asked_for and not grant.slots:
            self._ask_from = max(self._ask_from, grant.ask_again_at - self._offset)
        if grant.ceiling is not None and not self._near_ceiling:
            # Other processes hit a limit: slots in stock were granted before that was known.
            self._drop_all()
        self.grant = grant
        self.share = grant.share
        self._near_ceiling = grant.ceiling is not None
        if grant.resume_at > grant.now:
            self._drop_all(before=grant.resume_at)
        self._slots.extend(grant.slots)
        self._got_at = now
        if self._urgent or self._left:
            # A rejection arrived while these were being granted.
            self._drop_all()

    def _tune_clock(self, theirs: float, asked: float, now: float) -> None:
        """Estimate the offset of the database clock from the fastest exchange; clocks drift, so estimates expire."""
        self._round_trip += 0.001 if self._round_trip < _NEVER else 0.0
        if now - asked <= self._round_trip:
            self._round_trip = now - asked
            self._offset = theirs - (asked + now) / 2

    def _drop_stale(self, now: float, lives_s: float = SLOT_LIVES_S) -> None:
        oldest = now + self._offset - lives_s
        while self._slots and self._slots[0].at < oldest:
            self._drop(self._slots.popleft())

    def _drop_all(self, before: float = _NEVER) -> None:
        kept = [slot for slot in self._slots if slot.at >= before]
        for slot in self._without(kept):
            self._drop(slot)
        self._slots = deque(kept)

    def _without(self, kept: list[CallSlot]) -> Iterator[CallSlot]:
        return islice(self._slots, 0, len(self._slots) - len(kept))

    def _drop(self, slot: CallSlot) -> None:
        beat = time_step_of(slot.at)
        self._notes.unused[beat] = self._notes.unused.get(beat, 0) + 1
        self._notes.tokens_off -= slot.tokens
