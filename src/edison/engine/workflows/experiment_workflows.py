"""What follows the run of an iteration. It ends where a person is asked: waiting is a state, and costs nothing."""

from edison.engine.contracts import (
    CONCLUDE_CHECK,
    CONTINUE_ITERATION,
    CheckOrder,
    IterationOrder,
)
from edison.engine.durable import workflow
from edison.engine.steps.aggregate_iteration import aggregate_iteration
from edison.engine.steps.conclude_holdout_check import conclude_check as conclude
from edison.engine.steps.give_up_iteration import give_up_iteration
from edison.engine.steps.refine_iteration import refine_iteration


@workflow(CONTINUE_ITERATION)
async def continue_iteration(order: IterationOrder) -> None:
    try:
        if not order["again"] and await aggregate_iteration(order) != "refine":
            return
        await refine_iteration(order)
    except Exception as error:
        await give_up_iteration(order, type(error).__name__)


@workflow(CONCLUDE_CHECK)
async def conclude_check(order: CheckOrder) -> None:
    await conclude(order)
