"""Find active runs without a recent heartbeat, and enqueue their chunks again."""

import asyncio
from collections.abc import Collection
from datetime import timedelta
from typing import Protocol

import structlog

from edison.domain.errors import Unavailable
from edison.domain.ids import RunId
from edison.domain.people.access import SYSTEM
from edison.domain.runs.run_states import WORKING
from edison.engine.launcher import Launcher
from edison.engine.project_tx import open_project_tx
from edison.engine.runs.enqueue_chunks import launch_chunks
from edison.kit.clock import Clock
from edison.store.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)

LOOK_EVERY_S = 10.0
SILENT_FOR = timedelta(seconds=20)
RUNS_AT_ONCE = 100


class Queued(Protocol):
    """Protocol of the engine methods that the stalled-run watch needs."""

    async def with_work(self, prefixes: Collection[str]) -> set[str]: ...


class StalledRunWatch:
    def __init__(self, work: UnitOfWork, clock: Clock, launcher: Launcher, engine: Queued) -> None:
        self._work = work
        self._clock = clock
        self._launcher = launcher
        self._engine = engine

    async def watch(self) -> None:
        """Restart stalled runs at intervals, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self.restart_stalled()
            except Unavailable:
                continue
            except Exception as error:
                # Keep the watch alive: without it a stalled run is not noticed.
                log.warning("watch_interrupted", error=type(error).__name__)

    async def restart_stalled(self) -> int:
        """Enqueue the chunks of stalled runs again; return the number of restarted runs."""
        now = self._clock.now()
        async with self._work.read() as tx:
            silent = await tx.runs.find_stalled(now - SILENT_FOR, RUNS_AT_ONCE)
        if not silent:
            return 0
        # Runs may just be queued, for example when a thousand schedules were due in the same minute.
        busy = await self._engine.with_work([_prefix(run) for _, run in silent])
        woken = 0
        for project, run in silent:
            if _prefix(run) in busy:
                continue
            async with open_project_tx(self._work, SYSTEM, project, now, self._launcher) as tx:
                found = await tx.runs.get(project, run, lock=True)
                if found.state not in WORKING:
                    continue
                log.warning("run_without_work", run=str(run), state=str(found.state))
                await tx.runs.renew(project, run, found.epoch + 1, now)
                await launch_chunks(tx, run)
                woken += 1
        return woken


def _prefix(run: RunId) -> str:
    """Return the prefix of the workflow ids of a run's chunks."""
    return f"run-{run}-"
