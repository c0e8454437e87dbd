"""Starts and stops the engine in a worker process."""

import logging

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer

from edison.domain.runs.plan import CHUNKS_PER_WORKER
from edison.engine.contracts import (
    APPLICATION,
    CHUNKS_QUEUE,
    CONTRACT_VERSION,
    MAIL_QUEUE,
    PEOPLE_QUEUE,
    RESULTS_QUEUE,
)
from edison.engine.resources import Resources, provide
from edison.engine.workflows.housekeeping import housekeeping
from edison.engine.workflows.mail import send_mail
from edison.engine.workflows.people import test_credential, try_model
from edison.engine.workflows.results import summarise_run
from edison.engine.workflows.runs import work_chunk
from edison.store.database import driver_url

EVERY_TEN_MINUTES = "*/10 * * * *"


class Engine:
    """One DBOS executor on our own database."""

    def __init__(self, url: str, executor_id: str, resources: Resources) -> None:
        provide(resources)
        config: DBOSConfig = {
            "name": APPLICATION,
            "system_database_url": driver_url(url).render_as_string(hide_password=False),
            "application_version": CONTRACT_VERSION,
            "executor_id": executor_id,
            "serializer": DBOSPortableJSONSerializer(),
            "run_migrations": False,
            "console_log_level": "WARNING",
        }
        DBOS(config=config)
        _log_as_everyone()
        self._workflows = (
            housekeeping,
            send_mail,
            test_credential,
            try_model,
            work_chunk,
            summarise_run,
        )

    def start(self) -> None:
        DBOS.launch()
        _log_as_everyone()
        DBOS.register_queue(MAIL_QUEUE, worker_concurrency=4, polling_interval_sec=1.0)
        DBOS.register_queue(RESULTS_QUEUE, worker_concurrency=1, polling_interval_sec=0.5)
        DBOS.register_queue(PEOPLE_QUEUE, worker_concurrency=32, polling_interval_sec=0.2)
        DBOS.register_queue(
            CHUNKS_QUEUE, worker_concurrency=CHUNKS_PER_WORKER, polling_interval_sec=0.2
        )
        DBOS.apply_schedules(
            [
                {
                    "schedule_name": "housekeeping",
                    "workflow_fn": housekeeping,
                    "schedule": EVERY_TEN_MINUTES,
                    "context": None,
                }
            ]
        )

    async def workers_with_work(self) -> set[str]:
        """Name the workers whose workflows are marked as running."""
        running = await DBOS.list_workflows_async(
            status="PENDING", load_input=False, load_output=False
        )
        return {workflow.executor_id for workflow in running if workflow.executor_id}

    async def has_work(self, prefix: str) -> bool:
        """Whether any workflow whose name begins so is waiting or running."""
        found = await DBOS.list_workflows_async(
            workflow_id_prefix=prefix,
            status=["PENDING", "ENQUEUED", "DELAYED"],
            limit=1,
            load_input=False,
            load_output=False,
        )
        return bool(found)

    async def resume_work_of(self, worker: str) -> int:
        """Put a dead worker's workflows back on a queue; their finished steps are not repeated."""
        left = await DBOS.list_workflows_async(
            status="PENDING", executor_id=worker, load_input=False, load_output=False
        )
        await DBOS.resume_workflows_async([workflow.workflow_id for workflow in left])
        return len(left)

    def stop(self) -> None:
        DBOS.destroy(workflow_completion_timeout_sec=10)


def _log_as_everyone() -> None:
    """DBOS brings a handler of its own; its lines shall be JSON and redacted as all others."""
    logger = logging.getLogger("dbos")
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
    logger.propagate = True


def migrate_engine(url: str) -> None:
    """Create or upgrade the engine's own tables, in their own schema of the same database."""
    DBOS.migrate(driver_url(url).render_as_string(hide_password=False))
