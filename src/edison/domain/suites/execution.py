"""An execution: one go of a suite. It has a run, or a reason why there is none."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from edison.domain.ids import ExecutionId, RunId, SuiteId, UserId
from edison.domain.money import MicroUsd
from edison.domain.suites.recipe import SuiteTarget


class ExecutionState(StrEnum):
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    # It was due and could not start; `reason` says why.
    REFUSED = "refused"
    # It was due while nobody was there to start it.
    MISSED = "missed"


ENDED = frozenset(ExecutionState) - {ExecutionState.RUNNING}


class Trigger(StrEnum):
    MANUAL = "manual"
    SCHEDULE = "schedule"
    API = "api"


class ExecutionReason(StrEnum):
    """Why an execution has no run, or why it came to nothing."""

    # The rest of a day's or a month's money does not pay for it.
    BUDGET = "budget"
    # The recipe cannot be a run now: a prompt, a case, a key or a price is lacking.
    NOT_READY = "not_ready"
    NO_WORKER = "no_worker"
    # The last one of the same monitor is still at work.
    OVERLAP = "overlap"
    # A person paused the suite.
    PAUSED = "paused"
    ARCHIVED = "archived"
    # Its time passed while no worker was there.
    SERVER_DOWN = "server_down"
    # Its run waited so long for a person that the next one need not wait for it.
    STOPPED_FOR_LONG = "stopped_for_long"


class ChangeOf(StrEnum):
    PROMPT = "prompt"
    DATASET = "dataset"
    JUDGE = "judge"
    MODEL = "model"
    TARGETS = "targets"
    SCORERS = "scorers"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionChange:
    """What is not as it was in the execution before: the first thing to look at when a score moves."""

    what: ChangeOf
    words: str
    old: str | None = None
    new: str | None = None
    # Id of the prompt that has these versions; None: it has no page that compares them.
    entity: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    id: ExecutionId
    suite: SuiteId
    monitor: UUID | None
    # Of the suite.
    number: int
    trigger: Trigger
    # When the schedule wanted it; None for one that a person or a program asked for.
    due_at: datetime | None
    state: ExecutionState
    reason: ExecutionReason | None
    # In words, for people.
    problem: str | None
    run: RunId | None
    # Frozen answers that the same judges score again; None: no scorer of the suite asks a model.
    canary_run: RunId | None
    # What it was expected to cost before it began.
    forecast: MicroUsd | None
    # Another model for this one, in place of all targets of the suite.
    override: SuiteTarget | None
    changes: tuple[ExecutionChange, ...]
    created_by: UserId | None
    created_by_label: str
    created_at: datetime
    finished_at: datetime | None

    @property
    def ended(self) -> bool:
        return self.state in ENDED


@dataclass(frozen=True, slots=True, kw_only=True)
class Canary:
    """Answers of a suite that are kept as they are and judged again with each execution."""

    suite: SuiteId
    # The execution's run whose answers were taken, and the run that holds the copies with the scores of that day.
    taken_from: RunId
    frozen: RunId
    # What was frozen: cells, and who judged them.
    source: dict[str, Any]
    created_at: datetime
