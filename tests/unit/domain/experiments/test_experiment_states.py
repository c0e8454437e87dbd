"""Which state follows which, and what a person sees of it."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from edison.domain.errors import WrongState
from edison.domain.experiments.experiment import Iteration, stages_after
from edison.domain.experiments.experiment_states import (
    EXPERIMENT_MOVES,
    ITERATION_MOVES,
    ExperimentState,
    IterationState,
    check_experiment_move,
    check_move,
)
from edison.domain.experiments.iteration_stages import stage_states, worked_seconds
from edison.domain.ids import ExperimentId, IterationId, VersionId

# Section 9.1, word by word, but for an approved suggestion: what runs then is an iteration of its own.
SEED = {
    "PENDING": {"EXECUTING", "CANCELLED"},
    "EXECUTING": {"JUDGING", "FAILED", "PAUSED", "CANCELLED"},
    "JUDGING": {"AGGREGATING", "FAILED", "PAUSED", "CANCELLED"},
    "AGGREGATING": {"REFINING", "COMPLETED", "FAILED"},
    "REFINING": {"REVIEWING", "COMPLETED", "FAILED"},
    "REVIEWING": {"COMPLETED"},
    "COMPLETED": set[str](),
    "FAILED": set[str](),
    "CANCELLED": set[str](),
    "PAUSED": {"EXECUTING", "JUDGING"},
}
# A pause has a way out, another suggestion may be asked for, and a failed run may be opened again.
MORE = {
    "PAUSED": {"CANCELLED"},
    "COMPLETED": {"REFINING"},
    "FAILED": {"EXECUTING", "JUDGING"},
}
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_iterations_move_as_the_rules_say_and_no_other_way() -> None:
    for old in IterationState:
        allowed = SEED[old.name] | MORE.get(old.name, set())
        for new in IterationState:
            if new.name in allowed:
                check_move(old, new)
            else:
                with pytest.raises(WrongState):
                    check_move(old, new)


def test_an_ended_experiment_is_only_put_away() -> None:
    assert EXPERIMENT_MOVES[ExperimentState.COMPLETED] == {ExperimentState.ARCHIVED}
    with pytest.raises(WrongState):
        check_experiment_move(ExperimentState.RUNNING, ExperimentState.ARCHIVED)
    assert set(ITERATION_MOVES) == set(IterationState)


def an_iteration(*states: IterationState) -> Iteration:
    """Led through these states, one a minute."""
    stages, at = (), NOW
    for state in states:
        at += timedelta(minutes=1)
        stages = stages_after(stages, state, at)
    return Iteration(
        id=IterationId(uuid4()),
        experiment=ExperimentId(uuid4()),
        number=1,
        state=states[-1] if states else IterationState.PENDING,
        run=None,
        version=VersionId(uuid4()),
        version_number=1,
        composite=None,
        verdict=None,
        gained=None,
        partial=False,
        problem=None,
        notes=(),
        stages=stages,
        created_at=NOW,
        started_at=None,
        finished_at=None,
    )


def shown(*states: IterationState) -> list[str]:
    return [state for _, state, _, _ in stage_states(an_iteration(*states))]


def test_stages_show_how_far_an_iteration_is() -> None:
    state = IterationState

    assert shown() == ["running", *["waiting"] * 5]
    assert shown(state.EXECUTING) == ["done", "running", *["waiting"] * 4]
    assert shown(state.EXECUTING, state.PAUSED) == ["done", "paused", *["waiting"] * 4]
    assert shown(state.EXECUTING, state.JUDGING, state.FAILED) == [
        "done", "done", "failed", "skipped", "skipped", "skipped",
    ]  # fmt: skip
    whole = (state.EXECUTING, state.JUDGING, state.AGGREGATING, state.REFINING, state.REVIEWING)
    assert shown(*whole) == [*["done"] * 5, "running"]
    assert shown(*whole, state.COMPLETED) == ["done"] * 6
    assert shown(*whole[:3], state.COMPLETED) == [*["done"] * 4, "skipped", "skipped"]


def test_a_pause_is_part_of_the_stage_that_it_interrupts() -> None:
    state = IterationState
    found = an_iteration(state.EXECUTING, state.PAUSED, state.EXECUTING, state.JUDGING)

    marks = {stage: (began, ended) for stage, _, began, ended in stage_states(found)}

    assert len(found.stages) == 2
    assert marks[found.stages[0].stage] == (
        NOW + timedelta(minutes=1),
        NOW + timedelta(minutes=4),
    )
    assert marks[found.stages[1].stage] == (NOW + timedelta(minutes=4), None)


def test_the_time_of_an_iteration_is_that_of_its_stages_without_the_review() -> None:
    state = IterationState
    whole = (state.EXECUTING, state.JUDGING, state.AGGREGATING, state.REFINING, state.REVIEWING)

    assert worked_seconds(an_iteration(*whole), NOW + timedelta(hours=9)) == 5 * 60
    assert worked_seconds(an_iteration(state.EXECUTING), NOW + timedelta(minutes=4)) == 4 * 60
