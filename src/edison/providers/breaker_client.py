"""Check a credential's circuit breaker before a call, and report the outcome afterwards.

While the provider is healthy, no database round trip is needed.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import structlog

from edison.domain.ids import CredentialId, ProjectId
from edison.domain.models.circuit_breaker import (
    USUAL,
    BreakerAdmission,
    BreakerPolicy,
    BreakerState,
    Circuit,
    admit_call,
    after_failure,
    after_success,
    return_trial,
)
from edison.store.repositories.rate_limits.shared_limits import SharedLimits

__all__ = ["Breaker", "BreakerAdmission"]

log = structlog.get_logger(__name__)

# A recent reading is trusted; a slightly older one is still used, and refreshed concurrently.
FRESH_S = 1.0
USABLE_S = 10.0
# While trial calls run, other calls check for the result only this often.
TRIALS_S = 0.5

Key = tuple[ProjectId, CredentialId]
Change = Callable[[Circuit, float], Circuit]


class BreakerTx(Protocol):
    """The part of a transaction that the circuit breaker needs."""

    @property
    def limits(self) -> SharedLimits: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    circuit: Circuit
    # Our clock at the reading, and the offset of the database clock to ours.
    at: float
    offset: float


class Breaker:
    def __init__(
        self,
        open_tx: Callable[[], AbstractAsyncContextManager[BreakerTx]],
        policy: BreakerPolicy = USUAL,
    ) -> None:
        self._open_tx = open_tx
        self._policy = policy
        self._seen: dict[Key, _Seen] = {}
        self._reading: dict[Key, asyncio.Task[None]] = {}

    async def admits(self, project: ProjectId, credential: CredentialId) -> BreakerAdmission:
        """Return whether a call may be made now. If the call is a trial, report its outcome with `trial=True`."""
        key = (project, credential)
        seen = self._seen.get(key)
        if seen is None or time.monotonic() - seen.at > USABLE_S:
            await asyncio.shield(self._read(key))
        elif time.monotonic() - seen.at > FRESH_S:
            self._read(key)
        seen = self._seen.get(key)
        if seen is None:
            # The database does not answer, so nothing is known against the provider.
            return BreakerAdmission(admitted=True, circuit=Circuit())
        now = time.monotonic()
        if seen.circuit.state is BreakerState.CLOSED:
            return BreakerAdmission(admitted=True, circuit=seen.circuit)
        if self._still_shut(seen, now):
            return BreakerAdmission(admitted=False, circuit=seen.circuit)
        return await self._ask(key, seen)

    async def succeeded(
        self, project: ProjectId, credential: CredentialId, *, trial: bool = False
    ) -> None:
        key = (project, credential)
        seen = self._seen.get(key)
        if not trial and (seen is None or seen.circuit.calm):
            return
        if seen and seen.circuit.state is BreakerState.CLOSED:
            # One report of many concurrent successes is enough.
            self._seen[key] = _Seen(circuit=Circuit(), at=seen.at, offset=seen.offset)
        elif not trial:
            return
        await self._change(
            key, lambda circuit, _: after_success(circuit, trial=trial, policy=self._policy)
        )

    async def failed(
        self, project: ProjectId, credential: CredentialId, *, trial: bool = False
    ) -> None:
        """Report a failure of a kind listed in `COUNTS`; other failures do not indicate an unhealthy provider."""
        key = (project, credential)
        seen = self._seen.get(key)
        if seen and seen.circuit.state is BreakerState.OPEN and not trial:
            return
        await self._change(
            key, lambda circuit, now: after_failure(circuit, now, trial=trial, policy=self._policy)
        )

    async def gave_up(self, project: ProjectId, credential: CredentialId) -> None:
        """Report that a trial call ended without a result, so that another trial may start."""
        await self._change(
            (project, credential), lambda circuit, _: return_trial(circuit, trial=True)
        )

    def wait_s(self, admission: BreakerAdmission) -> float:
        """Return the seconds to wait after a call was not admitted."""
        opens = admission.circuit.next_attempt_at
        if admission.admitted or opens is None:
            return 0.0 if admission.admitted else TRIALS_S
        offsets = [seen.offset for seen in self._seen.values() if seen.circuit == admission.circuit]
        now = time.monotonic() + offsets[0] if offsets else time.time()
        return max(0.0, opens - now)

    def _still_shut(self, seen: _Seen, now: float) -> bool:
        if seen.circuit.state is BreakerState.OPEN:
            opens = seen.circuit.next_attempt_at
            return opens is not None and now + seen.offset < opens
        full = len(seen.circuit.trials) >= self._policy.successes_to_close - seen.circuit.successes
        return full and now - seen.at < TRIALS_S

    async def _ask(self, key: Key, seen: _Seen) -> BreakerAdmission:
        answers: list[BreakerAdmission] = []

        def decide(circuit: Circuit, now: float) -> Circuit:
            answers.append(admit_call(circuit, now, self._policy))
            return answers[-1].circuit

        if await self._change(key, decide):
            return answers[-1]
        return BreakerAdmission(admitted=False, circuit=seen.circuit)

    async def _change(self, key: Key, change: Change) -> bool:
        """Apply a change and never raise, because a failed update must not lose the outcome of a call."""
        try:
            async with self._open_tx() as tx:
                circuit, now = await tx.limits.change_circuit(*key, change)
        except Exception as error:
            log.warning("breaker_not_told", error=str(error))
            return False
        self._note(key, circuit, now)
        return True

    def _read(self, key: Key) -> asyncio.Task[None]:
        task = self._reading.get(key)
        if task is None:
            task = self._reading[key] = asyncio.create_task(self._refresh(key))
            task.add_done_callback(partial(self._reading_ended, key))
        return task

    def _reading_ended(self, key: Key, _: asyncio.Task[None]) -> None:
        self._reading.pop(key, None)

    async def _refresh(self, key: Key) -> None:
        try:
            async with self._open_tx() as tx:
                circuit, now = await tx.limits.circuit(*key)
        except Exception as error:
            log.warning("breaker_not_read", error=str(error))
            return
        self._note(key, circuit, now)

    def _note(self, key: Key, circuit: Circuit, now: float) -> None:
        ours = time.monotonic()
        self._seen[key] = _Seen(circuit=circuit, at=ours, offset=now - ours)
