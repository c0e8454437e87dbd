"""Fail an iteration after an internal error in aggregation or refinement. The run and its answers are kept."""

from uuid import UUID

import structlog

from edison.domain.experiments.experiment_states import IterationState
from edison.domain.ids import IterationId, ProjectId
from edison.engine.durable import step
from edison.engine.resources import resources
from edison.engine.runs.owners.iteration_listener import (
    await_person,
    move_iteration,
    new_iteration_note,
)
from edison.engine.workflow_contracts import IterationOrder

log = structlog.get_logger(__name__)

CAN_FAIL = (IterationState.AGGREGATING, IterationState.REFINING)


@step("give_up_iteration", attempts=10)
async def give_up_iteration(order: IterationOrder, why: str) -> None:
    own = resources()
    project, wanted = ProjectId(UUID(order["project"])), IterationId(UUID(order["iteration"]))
    log.error("iteration_failed", iteration=order["iteration"], error=why)
    async with own.change(project) as tx:
        found = await tx.iterations.get(project, wanted)
        experiment = await tx.experiments.get(project, found.experiment, lock=True)
        iteration = await tx.iterations.get(project, wanted, lock=True)
        if iteration.state not in CAN_FAIL:
            return
        stage = "aggregation" if iteration.state is CAN_FAIL[0] else "refinement"
        problem = f"A part of the {stage} failed ({why}). See the log of the worker."
        await move_iteration(
            tx,
            experiment,
            iteration,
            IterationState.FAILED,
            problem=problem,
            notes=[new_iteration_note(tx.now, problem, "error")],
        )
        await await_person(
            tx,
            experiment,
            f"Iteration {iteration.number} failed: run another one, edit the prompt, or finish",
        )
