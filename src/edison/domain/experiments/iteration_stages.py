"""State of each stage of an iteration as shown to users: waiting, running, done, skipped, failed or paused."""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

from edison.domain.experiments.experiment import Iteration, Stage
from edison.domain.experiments.experiment_states import ENDED, IterationState

StageState = Literal["waiting", "running", "done", "skipped", "failed", "paused"]


def stage_states(
    iteration: Iteration,
) -> Iterator[tuple[Stage, StageState, datetime | None, datetime | None]]:
    """Yield each stage with its state, start and end, in order. A repeated stage has the times of its last pass."""
    marks = {mark.stage: mark for mark in iteration.stages}
    newest = iteration.stages[-1].stage if iteration.stages else Stage.LOADING
    order = list(Stage)
    for stage in Stage:
        mark = marks.get(stage)
        if stage is Stage.LOADING:
            ended = iteration.stages[0].began if iteration.stages else iteration.finished_at
            yield stage, _state(iteration, stage is newest), iteration.created_at, ended
        elif mark is not None:
            yield stage, _state(iteration, stage is newest), mark.began, mark.ended
        elif iteration.state in ENDED or order.index(stage) < order.index(newest):
            yield stage, "skipped", None, None
        else:
            yield stage, "waiting", None, None


def worked_seconds(iteration: Iteration, now: datetime) -> float:
    """Return how long an iteration took in all stages; the review by a person is not work of the iteration."""
    until = iteration.finished_at or now
    return sum(
        ((ended or until) - began).total_seconds()
        for stage, _, began, ended in stage_states(iteration)
        if began is not None and stage is not Stage.REVIEWING
    )


def _state(iteration: Iteration, newest: bool) -> StageState:
    if not newest:
        return "done"
    match iteration.state:
        case IterationState.PAUSED:
            return "paused"
        case IterationState.FAILED | IterationState.CANCELLED:
            return "failed"
        case IterationState.COMPLETED:
            return "done"
        case _:
            return "running"
