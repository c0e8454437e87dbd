"""States of a run and the allowed transitions. A database trigger enforces the same transitions."""

from enum import StrEnum

from edison.domain.errors import WrongState


class RunState(StrEnum):
    PENDING = "pending"
    EXECUTING = "executing"
    JUDGING = "judging"
    AGGREGATING = "aggregating"
    REFINING = "refining"
    REVIEWING = "reviewing"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    PAUSED = "paused"


_S = RunState

MOVES: dict[RunState, frozenset[RunState]] = {
    _S.PENDING: frozenset({_S.EXECUTING, _S.CANCELLED}),
    _S.EXECUTING: frozenset({_S.JUDGING, _S.FAILED, _S.PAUSED, _S.CANCELLED}),
    _S.JUDGING: frozenset({_S.AGGREGATING, _S.FAILED, _S.PAUSED, _S.CANCELLED}),
    _S.AGGREGATING: frozenset({_S.REFINING, _S.COMPLETED, _S.FAILED}),
    _S.REFINING: frozenset({_S.REVIEWING, _S.COMPLETED, _S.FAILED}),
    _S.REVIEWING: frozenset({_S.COMPLETED, _S.EXECUTING}),
    # A finished run is reopened to repeat cells or to add a scorer; existing results are kept.
    _S.COMPLETED: frozenset({_S.EXECUTING, _S.JUDGING}),
    _S.FAILED: frozenset({_S.EXECUTING, _S.JUDGING}),
    _S.CANCELLED: frozenset(),
    _S.PAUSED: frozenset({_S.EXECUTING, _S.JUDGING, _S.CANCELLED}),
}

# Chunks are processed in these states.
WORKING = frozenset({_S.PENDING, _S.EXECUTING, _S.JUDGING})
# No further automatic transitions.
ENDED = frozenset({_S.COMPLETED, _S.FAILED, _S.CANCELLED})
# At most one run of a series is in one of these states.
ACTIVE = frozenset(RunState) - ENDED


class PauseReason(StrEnum):
    PERSON = "person"
    BUDGET = "budget"
    TOKENS = "tokens"
    CREDENTIAL = "credential"
    # The provider cannot say what became of a batch.
    BATCH = "batch"


def check_move(old: RunState, new: RunState) -> None:
    if new not in MOVES[old]:
        raise WrongState(
            f"A run that is {old} cannot become {new}", state=str(old), wanted=str(new)
        )
