"""What an execution of a suite showed."""

from edison.engine.contracts import ASSESS_EXECUTION, AssessOrder
from edison.engine.durable import workflow
from edison.engine.steps.assess_execution import assess_execution as assess


@workflow(ASSESS_EXECUTION)
async def assess_execution(order: AssessOrder) -> None:
    await assess(order)
