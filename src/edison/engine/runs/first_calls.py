"""Send the first call of a cached prompt before the others, so that the others find the cache.

A cache can be read only after the response that wrote it has begun. Without an order, all calls of the first seconds
would write it, and pay for that. Each process orders its own calls.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from edison.domain.ids import RunId
from edison.domain.models.model_call import Answered, CallOutcome
from edison.domain.models.prompt_cache import CachedPrefix

# Calls that fail write no cache. After so many of them the others are no longer held back.
MOST_FIRST_CALLS = 3


@dataclass(slots=True, weakref_slot=True, eq=False)
class FirstCalls:
    """The calls of one target of a run in this process."""

    clock: Callable[[], float] = time.monotonic
    one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)
    # When the cache was used last; None: nobody has written it.
    used_at: float | None = None
    failed: int = 0

    def is_open(self, prefix: CachedPrefix) -> bool:
        """Whether the cache is there, or is not worth more waiting."""
        if self.failed >= MOST_FIRST_CALLS:
            return True
        return self.used_at is not None and self.clock() - self.used_at < prefix.lives_s

    @asynccontextmanager
    async def turn(self, prefix: CachedPrefix | None) -> AsyncGenerator["CallTurn"]:
        """Wait until the cache is there, or make the call that writes it while the others wait.

        Without a prefix nobody waits. Say how the call ended with `ended`, so that the others need not wait until its
        outcome is stored.
        """
        turn = CallTurn(first=self, prefix=prefix)
        if prefix is not None and not self.is_open(prefix):
            await self.one_at_a_time.acquire()
            turn.leads = True
            if self.is_open(prefix):
                turn.let_others_go()
        try:
            yield turn
        finally:
            turn.let_others_go()


@dataclass(slots=True, kw_only=True, eq=False)
class CallTurn:
    """One call in the order of the calls of its target."""

    first: FirstCalls
    prefix: CachedPrefix | None
    # The others wait for this call.
    leads: bool = False

    def ended(self, outcome: CallOutcome | None) -> None:
        if self.prefix is None:
            return
        if isinstance(outcome, Answered) and outcome.reused is None:
            self.first.used_at = self.first.clock()
            self.first.failed = 0
        elif not isinstance(outcome, Answered):
            self.first.failed += 1
        self.let_others_go()

    def let_others_go(self) -> None:
        if self.leads:
            self.leads = False
            self.first.one_at_a_time.release()


# Chunks of one run in this process share the order of the calls of each target.
_by_target: WeakValueDictionary[tuple[RunId, int, int], FirstCalls] = WeakValueDictionary()


def first_calls_of(run: RunId, epoch: int, number: int) -> FirstCalls:
    """Return the order of the calls of a target, or of a grader by a negative number."""
    key = (run, epoch, number)
    found = _by_target.get(key)
    if found is None:
        found = _by_target[key] = FirstCalls()
    return found
