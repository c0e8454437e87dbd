"""What an execution showed becomes points of the trend, and alerts. Repeating it comes to the same."""

from uuid import UUID

import structlog

from edison.domain.ids import ExecutionId, ProjectId
from edison.engine.contracts import AssessOrder
from edison.engine.durable import step
from edison.engine.monitoring.apply_assessment import apply_assessment
from edison.engine.resources import resources

log = structlog.get_logger(__name__)


@step("assess_execution", attempts=5)
async def assess_execution(order: AssessOrder) -> int:
    """Return how many alerts it opened."""
    own = resources()
    project = ProjectId(UUID(order["project"]))
    execution = ExecutionId(UUID(order["execution"]))
    followed = await apply_assessment(own.work, own.clock, own.launcher, project, execution)
    log.info(
        "execution_assessed",
        execution=order["execution"],
        why=order["why"],
        opened=[str(alert.rule) for alert in followed.opened],
        seen=len(followed.seen),
        over=len(followed.over),
    )
    return len(followed.opened)
