"""The worker process, which runs the jobs of the queues."""

import asyncio
import os
import signal
import socket
from contextlib import suppress
from dataclasses import replace

import structlog

from edison import __version__
from edison.domain.errors import Unavailable
from edison.engine.channels.enqueue_delivery import DeliveryWatch
from edison.engine.launcher import Launcher
from edison.engine.notifications.mail_dispatch import MailDispatch
from edison.engine.resources import Resources
from edison.engine.runs.batches.batch_watch import BatchWatch
from edison.engine.runs.journal_replay import replay_journals
from edison.engine.runs.stalled_run_watch import StalledRunWatch
from edison.engine.runtime import Engine
from edison.engine.worker_recovery import Recovery, new_executor_id
from edison.kit.clock import SystemClock
from edison.kit.log_setup import configure_logging
from edison.kit.loop_watchdog import FROZEN_AFTER_S, LoopWatchdog, enable_gc
from edison.processes.all_in_one import follow_parent
from edison.processes.audit_maintenance import build_aged_entries
from edison.processes.scheduled_backups import BackupSchedule
from edison.processes.worker_resources import build_resources
from edison.settings import Settings
from edison.store.database import Database
from edison.store.unit_of_work import UnitOfWork

log = structlog.get_logger(__name__)

REPORT_EVERY_S = 10.0
DRAIN_LOOK_S = 0.05
# Signals within this time count as one: a process manager and a parent may both signal the same process.
SAME_WISH_S = 2.0


def run_worker(settings: Settings, url: str, frozen_after_s: float = FROZEN_AFTER_S) -> None:
    configure_logging(level=settings.log_level, service="worker")
    follow_parent(settings.lifeline_fd)
    asyncio.run(_work(settings, url, LoopWatchdog(frozen_after_s)))


async def _work(settings: Settings, url: str, watchdog: LoopWatchdog) -> None:
    name = settings.worker_name or f"{socket.gethostname()}-{os.getpid()}"
    # The engine has its own event loop, so it needs its own connections.
    engine_database = Database(url, application="edison-engine")
    launcher = Launcher(url)
    life = new_executor_id(name)
    resources = build_resources(settings, UnitOfWork(engine_database), life, launcher)
    engine = Engine(url, name, resources)
    stop = _stop_on_signal()
    recovery = Recovery(url, life, engine)
    alive = await recovery.hold_name()
    own_database = Database(url, pool_size=2, application="edison-worker")
    # Before any work starts: answers that an earlier worker received need not be requested again.
    await replay_journals(replace(resources, work=UnitOfWork(own_database)), settings.journal)
    # The engine's event loop does the work, ours holds the lock: if either hangs, the worker must end. The watchdog
    # starts first, because the engine begins with work at once.
    watchdog.watch("worker", asyncio.get_running_loop())
    watchdog.start()
    await asyncio.to_thread(engine.start)
    watchdog.watch("engine", engine.event_loop())
    watching = asyncio.create_task(recovery.watch(alive), name="recovery")
    watch = StalledRunWatch(UnitOfWork(own_database), SystemClock(), launcher, engine)
    looking = asyncio.create_task(watch.watch(), name="watch")
    deliveries = DeliveryWatch(UnitOfWork(own_database), SystemClock(), launcher)
    calling = asyncio.create_task(deliveries.watch(), name="deliveries")
    mailing = asyncio.create_task(_mail(resources, own_database), name="mails")
    batches = BatchWatch(UnitOfWork(own_database), SystemClock(), launcher)
    polling = asyncio.create_task(batches.watch(), name="batches")
    aged = build_aged_entries(settings, UnitOfWork(own_database))
    signing = asyncio.create_task(aged.writer.watch(settings.audit_checkpoint_s), name="audit")
    aging = asyncio.create_task(aged.watch(), name="audit-age")
    schedule = BackupSchedule(settings, url, SystemClock())
    backing_up = asyncio.create_task(schedule.watch(), name="backups")
    enable_gc()
    log.info("worker_started", worker=name, version=__version__)
    await _report_until(stop, name, own_database)
    resources.stopping.set()
    await _end(looking, calling, mailing, polling, signing, aging, backing_up)
    await _drain(resources)
    watchdog.stop()
    await asyncio.to_thread(engine.stop)
    # Release the lock last: a worker without it counts as dead, and others take over its work.
    await _end(watching)
    resources.journal.close()
    launcher.close()
    await own_database.close()
    log.info("worker_stopped", worker=name)


async def _mail(resources: Resources, database: Database) -> None:
    """Send the mails of notifications, if the installation has a mail server."""
    if resources.mailer is None:
        return
    dispatch = MailDispatch(
        work=UnitOfWork(database),
        clock=SystemClock(),
        mailer=resources.mailer,
        public_url=resources.public_url,
        stopping=resources.stopping,
    )
    await dispatch.watch()


def _stop_on_signal() -> asyncio.Event:
    """Install signal handlers. The first signal lets calls in progress finish, the second ends the process at once."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    first: list[float] = []

    def asked() -> None:
        if first and loop.time() - first[0] > SAME_WISH_S:
            log.warning("worker_ends_at_once")
            os._exit(128 + signal.SIGTERM)
        first.append(loop.time())
        stop.set()

    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, asked)
    return stop


async def _end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _drain(resources: Resources) -> None:
    """Wait until all calls in progress have ended, because they are paid for. No new calls start."""
    if calls := resources.gateway.on_their_way:
        log.info("worker_waits_for_calls", calls=calls)
    while resources.gateway.on_their_way:  # noqa: ASYNC110 - counted on the loop of the engine
        await asyncio.sleep(DRAIN_LOOK_S)


async def _report_until(stop: asyncio.Event, name: str, database: Database) -> None:
    """Record periodically that this worker is alive, until `stop` is set. Database errors do not end the loop."""
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
