"""Take a batch at a provider one step further."""

from uuid import UUID

import structlog

from edison.domain.ids import ProjectId
from edison.engine.durable import step
from edison.engine.resources import resources
from edison.engine.runs.batches.batch_course import advance, postpone
from edison.engine.workflow_contracts import BatchOrder

log = structlog.get_logger(__name__)


@step("advance_batch", attempts=3)
async def advance_batch(order: BatchOrder) -> None:
    structlog.contextvars.bind_contextvars(batch=order["batch"])
    await advance(
        resources(), ProjectId(UUID(order["project"])), UUID(order["batch"]), order["turn"]
    )


@step("postpone_batch", attempts=10)
async def postpone_batch(order: BatchOrder, why: str) -> None:
    """Try a batch again later after an internal error."""
    log.error("batch_step_failed", batch=order["batch"], error=why)
    await postpone(
        resources(),
        ProjectId(UUID(order["project"])),
        UUID(order["batch"]),
        order["turn"],
        f"Internal error ({why}). See the log of the worker.",
    )
