"""Start and stop the workflow engine in a worker process."""

import asyncio
import logging
from collections.abc import Collection

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer
from dbos._migration import should_migrate  # pyright: ignore[reportPrivateUsage]

from edison.domain.runs.run_plan import CHUNKS_PER_WORKER
from edison.engine.queue_wakeups import (
    QueueWakeups,
    notifies_of_queued_work,
    notify_of_queued_work,
)
from edison.engine.resources import Resources, provide
from edison.engine.stored_format import constrain_formats, refuse_pickle
from edison.engine.workflow_contracts import (
    APPLICATION,
    ASSESSING_QUEUE,
    BATCHES_QUEUE,
    CHUNKS_QUEUE,
    CONTRACT_VERSION,
    DELIVERIES_QUEUE,
    ERASURE_QUEUE,
    EXPERIMENTS_QUEUE,
    MAIL_QUEUE,
    PEOPLE_QUEUE,
    RESULTS_QUEUE,
    RETENTION_QUEUE,
    SCHEDULED_CHUNKS_QUEUE,
    SMALL_RUNS_QUEUE,
    STARTS_QUEUE,
    TICK_MONITORS,
)
from edison.engine.workflows import (
    advance_batch,
    assess_execution,
    assist,
    conclude_check,
    continue_iteration,
    deliver,
    erase_project,
    housekeeping,
    retention,
    send_mail,
    sign_certificate,
    start_due,
    summarise_run,
    test_channel,
    test_credential,
    tick_monitors,
    try_model,
    work_chunk,
)
from edison.store.database import driver_url
from edison.store.migrator import connection_to

ENGINE_SCHEMA = "dbos"
EVERY_TEN_MINUTES = "*/10 * * * *"
# Every 10 seconds, because the jitter of a monitor is in seconds.
EVERY_TEN_SECONDS = "*/10 * * * * *"
# Each queue with the number of workflows that one worker runs at once.
QUEUES = {
    PEOPLE_QUEUE: 32,
    CHUNKS_QUEUE: CHUNKS_PER_WORKER,
    SMALL_RUNS_QUEUE: CHUNKS_PER_WORKER,
    SCHEDULED_CHUNKS_QUEUE: CHUNKS_PER_WORKER,
    EXPERIMENTS_QUEUE: 16,
    DELIVERIES_QUEUE: 16,
    MAIL_QUEUE: 4,
    BATCHES_QUEUE: 4,
    ASSESSING_QUEUE: 2,
    RESULTS_QUEUE: 1,
    STARTS_QUEUE: 1,
    ERASURE_QUEUE: 1,
    RETENTION_QUEUE: 1,
}
# Queues that people wait for are polled more often while they have work.
WAITED_FOR = {PEOPLE_QUEUE, CHUNKS_QUEUE, SMALL_RUNS_QUEUE}


class Engine:
    """A DBOS executor that stores its state in Edison's database."""

    def __init__(self, url: str, executor_id: str, resources: Resources) -> None:
        provide(resources)
        refuse_pickle()
        config: DBOSConfig = {
            "name": APPLICATION,
            "system_database_url": driver_url(url).render_as_string(hide_password=False),
            "application_version": CONTRACT_VERSION,
            "executor_id": executor_id,
            "serializer": DBOSPortableJSONSerializer(),
            "run_migrations": False,
            "console_log_level": "WARNING",
        }
        self._dbos = DBOS(config=config)
        self._wakeups = QueueWakeups(url)
        _log_as_everyone()
        self._workflows = (
            housekeeping,
            retention,
            send_mail,
            test_credential,
            try_model,
            assist,
            sign_certificate,
            work_chunk,
            advance_batch,
            tick_monitors,
            start_due,
            summarise_run,
            continue_iteration,
            conclude_check,
            assess_execution,
            deliver,
            test_channel,
            erase_project,
        )

    def start(self) -> None:
        DBOS.launch()
        _log_as_everyone()
        self._wakeups.poll(
            *(
                DBOS.register_queue(
                    name,
                    worker_concurrency=limit,
                    global_concurrency=1 if name == RETENTION_QUEUE else None,
                    polling_interval_sec=0.2 if name in WAITED_FOR else 1.0,
                )
                for name, limit in QUEUES.items()
            )
        )
        DBOS.apply_schedules(
            [
                {
                    "schedule_name": TICK_MONITORS,
                    "workflow_fn": tick_monitors,
                    "schedule": EVERY_TEN_SECONDS,
                    "context": None,
                    "queue_name": STARTS_QUEUE,
                },
                {
                    "schedule_name": "housekeeping",
                    "workflow_fn": housekeeping,
                    "schedule": EVERY_TEN_MINUTES,
                    "context": None,
                },
            ]
        )

    def event_loop(self) -> asyncio.AbstractEventLoop:
        """Return the event loop of the workflows, which runs in a thread of the engine."""
        # Private attribute of DBOS; pyproject.toml pins the range of versions.
        found = self._dbos._background_event_loop.target_loop()  # pyright: ignore[reportPrivateUsage]
        if found is None:
            raise RuntimeError("The engine has not been started")
        return found

    async def workers_with_work(self) -> set[str]:
        """Return the names of workers that have workflows marked as running."""
        running = await DBOS.list_workflows_async(
            status="PENDING", load_input=False, load_output=False
        )
        return {workflow.executor_id for workflow in running if workflow.executor_id}

    async def with_work(self, prefixes: Collection[str]) -> set[str]:
        """Return the prefixes that match the id of a queued or running workflow."""
        found = await DBOS.list_workflows_async(
            workflow_id_prefix=list(prefixes),
            status=["PENDING", "ENQUEUED", "DELAYED"],
            load_input=False,
            load_output=False,
        )
        names = [workflow.workflow_id for workflow in found]
        return {prefix for prefix in prefixes if any(name.startswith(prefix) for name in names)}

    async def resume_work_of(self, worker: str) -> int:
        """Enqueue a dead worker's workflows again. Finished steps are not repeated. Return their number."""
        left = await DBOS.list_workflows_async(
            status="PENDING", executor_id=worker, load_input=False, load_output=False
        )
        await DBOS.resume_workflows_async([workflow.workflow_id for workflow in left])
        return len(left)

    def stop(self) -> None:
        DBOS.destroy(workflow_completion_timeout_sec=10)


def _log_as_everyone() -> None:
    """Replace the log handler of DBOS, so that its log lines are JSON and redacted like all other lines."""
    logger = logging.getLogger("dbos")
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
    logger.propagate = True


def engine_is_behind(url: str) -> bool:
    """Return whether the tables of DBOS, or what we add to them, have pending migrations."""
    with connection_to(url) as connection:
        return should_migrate(
            connection.engine, ENGINE_SCHEMA, use_listen_notify=True
        ) or not notifies_of_queued_work(connection)


def migrate_engine(url: str) -> None:
    """Create or upgrade the tables of DBOS, in a separate schema of the same database."""
    DBOS.migrate(driver_url(url).render_as_string(hide_password=False))
    with connection_to(url) as connection:
        constrain_formats(connection)
        notify_of_queued_work(connection)
