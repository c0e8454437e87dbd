"""Batches of a provider: calls that are answered within a day, at a lower price, and joined to cells afterwards."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from edison.domain.ids import BudgetId, ModelId, ProjectId, RunId
from edison.domain.runs.run_states import PauseReason, RunState


class AnswerDelivery(StrEnum):
    """How the answers of a run are requested: at once, or by the provider's batch at its lower price."""

    LIVE = "live"
    BATCH = "batch"


class AfterExpiry(StrEnum):
    """What happens to calls that a batch has not answered in time: another batch, or a live call at full price."""

    BATCH = "batch"
    LIVE = "live"


class BatchState(StrEnum):
    """State of a batch. `submitting` is committed before the request is sent, so that a crash causes no second one."""

    PREPARED = "prepared"
    SUBMITTING = "submitting"
    SUBMITTED = "submitted"
    ENDED = "ended"


# Calls that so many batches have not answered end as failures.
MOST_ROUNDS = 3
# A batch whose submission is unknown is looked up so often before it counts as not submitted.
LOOKS = 3
# The pause between two polls grows with the age of the batch, up to a limit.
POLL_GROWTH = timedelta(minutes=10)
POLL_AT_MOST = timedelta(minutes=5)
# After that time without an answer about a submission, its calls count as in doubt.
UNKNOWN_FOR = timedelta(days=3)
# After that time without results, the calls of a submitted batch count as in doubt.
NO_RESULTS_FOR = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderBatch:
    """A batch of calls of one column and one chunk of a run."""

    id: UUID
    project: ProjectId
    run: RunId
    # Unique in the installation; cells in the batch have the negative number as their claim.
    number: int
    chunk: int
    column: int
    epoch: int
    # In how many batches its cells are by now, with this one.
    round: int
    model: ModelId
    state: BatchState
    cells: int
    # The balances that the reservation of the batch counts against.
    budgets: tuple[BudgetId, ...]
    # Counts the times that a worker has taken up the batch; work of an earlier turn is ignored.
    turn: int
    looks: int
    created_at: datetime
    submitting_at: datetime | None
    submitted_at: datetime | None
    ended_at: datetime | None
    provider_id: str | None
    input_file: str | None
    # Cells that the provider has answered, or tried to.
    done: int
    # Whether the provider was asked to cancel it.
    cancelled: bool
    problem: str | None

    @property
    def marker(self) -> str:
        """The text by which the batch is found in the provider's list."""
        return f"edison-{self.id}"

    @property
    def claim(self) -> int:
        return -self.number

    def is_lost(self, now: datetime) -> bool:
        """Return whether no results are to be expected any more."""
        since = self.submitted_at or self.submitting_at
        return since is not None and now - since > NO_RESULTS_FOR

    def next_poll(self, poll: timedelta, now: datetime) -> datetime:
        age = now - (self.submitted_at or now)
        return now + max(poll, min(poll * (1 + age / POLL_GROWTH), POLL_AT_MOST))


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchProgress:
    """Sums over the open batches of a run."""

    batches: int
    cells: int
    done: int
    # None: not every batch has been submitted.
    submitted_at: datetime | None


def is_halted(state: RunState, reason: PauseReason | None) -> bool:
    """Return whether a person or a failure ended the work, so that batches at the provider are cancelled.

    A run that pauses for its budget or key keeps them: they are paid from their own reservation.
    """
    if state is RunState.PAUSED:
        return reason is PauseReason.PERSON
    return state in (RunState.CANCELLED, RunState.FAILED)
