"""The worker process: runs what was put on the queues."""

import asyncio
import os
import signal
import socket
from contextlib import suppress

import structlog

from edison import __version__
from edison.domain.errors import Unavailable
from edison.engine.deliveries.watching import DeliveryWatch
from edison.engine.launcher import Launcher
from edison.engine.recovery import Recovery, a_life_of
from edison.engine.runs.watching import Watch
from edison.engine.runtime import Engine
from edison.kit.clock import SystemClock
from edison.kit.garbage import collect_from_here
from edison.kit.logging import configure_logging
from edison.processes.calling import build_resources
from edison.processes.parent import follow_parent
from edison.settings import Settings
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)

REPORT_EVERY_S = 10.0


def run_worker(settings: Settings, url: str) -> None:
    configure_logging(level=settings.log_level, service="worker")
    follow_parent(settings.lifeline_fd)
    asyncio.run(_work(settings, url))


async def _work(settings: Settings, url: str) -> None:
    name = settings.worker_name or f"{socket.gethostname()}-{os.getpid()}"
    # The engine has an event loop of its own, so it gets connections of its own.
    engine_database = Database(url, application="edison-engine")
    launcher = Launcher(url)
    life = a_life_of(name)
    resources = build_resources(settings, UnitOfWork(engine_database), life, launcher)
    engine = Engine(url, name, resources)
    stop = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    recovery = Recovery(url, life, engine)
    alive = await recovery.hold_name()
    await asyncio.to_thread(engine.start)
    watching = asyncio.create_task(recovery.watch(alive), name="recovery")
    own_database = Database(url, pool_size=2, application="edison-worker")
    watch = Watch(UnitOfWork(own_database), SystemClock(), launcher, engine)
    looking = asyncio.create_task(watch.go_on(), name="watch")
    deliveries = DeliveryWatch(UnitOfWork(own_database), SystemClock(), launcher)
    calling = asyncio.create_task(deliveries.go_on(), name="deliveries")
    collect_from_here()
    log.info("worker_started", worker=name, version=__version__)
    await _report_until(stop, name, own_database)
    resources.stopping.set()
    for task in (watching, looking, calling):
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    await asyncio.to_thread(engine.stop)
    launcher.close()
    await own_database.close()
    log.info("worker_stopped", worker=name)


async def _report_until(stop: asyncio.Event, name: str, database: Database) -> None:
    """Say that we are alive, until told to stop; a lost database is no reason to die."""
    work, clock = UnitOfWork(database), SystemClock()
    while not stop.is_set():
        with suppress(Unavailable):
            async with work.write() as tx:
                await tx.workers.report(name, __version__, clock.now())
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), REPORT_EVERY_S)
    with suppress(Unavailable):
        async with work.write() as tx:
            await tx.workers.leave(name)
