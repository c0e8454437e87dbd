"""Poll a queue of DBOS only while it has work. A database trigger notifies all workers of each queued workflow.

DBOS itself polls every queue at a fixed interval, several statements each time: an idle worker with 13 queues made 73
transactions a second. Here a queue is polled when a notification names it, at its own interval while this worker runs
workflows of it, and otherwise only now and then, in case a notification was lost.
"""

import random
import threading
import time
from collections.abc import Callable

import psycopg
import structlog
from dbos import DBOS, Queue
from dbos import _dbos as dbos_launch  # pyright: ignore[reportPrivateUsage]
from dbos import _workflow_commands as dbos_timeouts  # pyright: ignore[reportPrivateUsage]
from dbos._queue import queue_worker_thread  # pyright: ignore[reportPrivateUsage]
from sqlalchemy import Connection, text

from edison.store.database import libpq_url

log = structlog.get_logger(__name__)

CHANNEL = "edison_queue"
TRIGGER = "edison_enqueued"
# How often a queue is polled that nobody announced work for.
IDLE_POLL_S = 25.0
# How long a queue is polled at its own interval after a notification: another worker may hold its lock at first.
POLL_AFTER_NOTICE_S = 2.0
# Notifications that follow each other closely share a poll.
SHORTEST_PAUSE_S = 0.02
RECONNECT_AFTER_S = 1.0
# Only how soon the listening thread notices that the worker stops; waiting costs no statement.
LISTEN_FOR_S = 0.5
# No workflow of ours has a timeout (ADR 3), so their sweep, once a second by default, finds nothing.
TIMEOUT_SWEEP_S = 300.0

_NOTIFY = (
    f"""
    CREATE OR REPLACE FUNCTION dbos.edison_notify_enqueued() RETURNS trigger LANGUAGE plpgsql
        SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
        PERFORM pg_notify('{CHANNEL}', NEW.queue_name);
        RETURN NULL;
    END $$
    """,
    f"""
    CREATE OR REPLACE TRIGGER {TRIGGER} AFTER INSERT OR UPDATE OF status, queue_name ON dbos.workflow_status
        FOR EACH ROW WHEN (NEW.status = 'ENQUEUED' AND NEW.queue_name IS NOT NULL)
        EXECUTE FUNCTION dbos.edison_notify_enqueued()
    """,
)
_HAS_TRIGGER = text(
    "SELECT EXISTS (SELECT FROM pg_trigger"
    " WHERE tgname = :name AND tgrelid = to_regclass('dbos.workflow_status'))"
)


def notify_of_queued_work(connection: Connection) -> None:
    """Create the trigger that notifies workers, whoever enqueues: a request, a schedule or a recovery."""
    with connection.begin():
        for statement in _NOTIFY:
            connection.execute(text(statement))


def notifies_of_queued_work(connection: Connection) -> bool:
    return bool(connection.scalar(_HAS_TRIGGER, {"name": TRIGGER}))


class QueueWakeups:
    """Polls the queues of one worker, in a thread for each, and listens for notifications."""

    def __init__(self, url: str) -> None:
        self._url = libpq_url(url)
        self._timers: dict[str, PollTimer] = {}
        self._threads: list[threading.Thread] = []
        self._engine: DBOS | None = None
        self._stop: threading.Event | None = None
        self._listening = threading.Event()
        # DBOS has no setting for this; pyproject.toml pins the range of versions, and `poll` detects a change.
        dbos_launch.queue_thread = self._run  # pyright: ignore[reportPrivateImportUsage]
        dbos_timeouts._SWEEP_POLLING_INTERVAL_SEC = TIMEOUT_SWEEP_S  # pyright: ignore[reportPrivateUsage]

    def poll(self, *queues: Queue) -> None:
        """Start to process the queues. Call this after DBOS has been launched."""
        if not self._listening.wait(10) or self._engine is None or self._stop is None:
            raise RuntimeError("This version of DBOS starts its queues elsewhere.")
        engine, stop = self._engine, self._stop
        # DBOS resumes workflows through a queue of its own.
        internal = engine._registry.get_internal_queue()  # pyright: ignore[reportPrivateUsage]
        for queue in (*queues, internal):
            # DBOS would read the settings of a queue again at each poll; they are part of our code.
            queue.database_backed_queue = False
            timer = PollTimer(stop, lambda name=queue.name: _running(engine, name))
            self._timers[queue.name] = timer
            thread = threading.Thread(
                target=queue_worker_thread,
                args=(timer, engine, queue),
                name=f"queue-{queue.name}",
                daemon=True,
            )
            thread.start()
            self._threads.append(thread)

    def _run(self, stop: threading.Event, engine: DBOS) -> None:
        """Run in the thread in which DBOS would start a polling thread for each queue."""
        self._engine, self._stop = engine, stop
        listener = threading.Thread(target=self._listen, name="queue-notices", daemon=True)
        listener.start()
        stop.wait()
        self._wake_all()
        for thread in (*self._threads, listener):
            thread.join(timeout=10)

    def _listen(self) -> None:
        stop = self._stop
        while stop is not None and not stop.is_set():
            try:
                with psycopg.connect(
                    self._url, autocommit=True, application_name="edison-queues", connect_timeout=5
                ) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._listening.set()
                    # Work may have been queued while nobody listened.
                    self._wake_all()
                    while not stop.is_set():
                        for notice in connection.notifies(timeout=LISTEN_FOR_S):
                            if timer := self._timers.get(notice.payload):
                                timer.wake()
            except psycopg.Error as error:
                log.warning("queue_notices_interrupted", error=type(error).__name__)
                stop.wait(RECONNECT_AFTER_S)

    def _wake_all(self) -> None:
        for timer in list(self._timers.values()):
            timer.wake()


class PollTimer:
    """Stands in for the event on which a queue's thread of DBOS waits between polls and for the stop."""

    def __init__(self, stop: threading.Event, running: Callable[[], int]) -> None:
        self._stop = stop
        self._running = running
        self._woken = threading.Event()
        self._until = 0.0
        # Work may be waiting already.
        self.wake()

    def wake(self) -> None:
        self._until = time.monotonic() + POLL_AFTER_NOTICE_S
        self._woken.set()

    def is_set(self) -> bool:
        return self._stop.is_set()

    def wait(self, timeout: float) -> bool:
        """Wait until the queue should be polled; return whether the worker stops. `timeout` is its own interval."""
        if not self._stop.wait(SHORTEST_PAUSE_S):
            self._woken.wait(self.pause_s(timeout, time.monotonic()))
            self._woken.clear()
        return self._stop.is_set()

    def pause_s(self, interval_s: float, now: float) -> float:
        """Return how long to wait if no notification arrives."""
        if self._running() > 0 or now < self._until:
            return interval_s
        # Spread, so that workers that started together do not poll together.
        return IDLE_POLL_S * random.uniform(0.8, 1.2)


def _running(engine: DBOS, queue: str) -> int:
    return engine._active_workflows_set.count_for_queue(queue)  # pyright: ignore[reportPrivateUsage]
