"""Executions of a suite. An execution has a run, or a reason why there is no run."""

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
    # It was due while no worker was running.
    MISSED = "missed"


ENDED = frozenset(ExecutionState) - {ExecutionState.RUNNING}


class Trigger(StrEnum):
    MANUAL = "manual"
    SCHEDULE = "schedule"
    API = "api"


class ExecutionReason(StrEnum):
    """Reason why an execution has no run or no result."""

    # The rest of the daily or monthly budget is not enough.
    BUDGET = "budget"
    # The recipe cannot be run now: a prompt, case, key or price is missing.
    NOT_READY = "not_ready"
    NO_WORKER = "no_worker"
    # The previous execution of the same monitor is still running.
    OVERLAP = "overlap"
    # A person paused the suite.
    PAUSED = "paused"
    ARCHIVED = "archived"
    # Its time passed while no worker was running.
    SERVER_DOWN = "server_down"
    # Its run waited so long for a person that the next execution does not wait for it.
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
    """A difference from the previous execution, which may explain a changed score."""

    what: ChangeOf
    words: str
    old: str | None = None
    new: str | None = None
    # Id of the prompt with these versions; None: there is no page that compares them.
    entity: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    id: ExecutionId
    suite: SuiteId
    monitor: UUID | None
    # Number within the suite.
    number: int
    trigger: Trigger
    # Scheduled time; None if a person or a program started it.
    due_at: datetime | None
    state: ExecutionState
    reason: ExecutionReason | None
    # Description of the problem.
    problem: str | None
    run: RunId | None
    # Run that scores the frozen answers again; None: no scorer of the suite calls a model.
    canary_run: RunId | None
    # Expected cost before it began.
    forecast: MicroUsd | None
    # Model that replaces all targets of the suite in this execution.
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
    """Frozen answers of a suite. They are judged again with each execution to detect changes of the judge."""

    suite: SuiteId
    # The execution's run whose answers were copied, and the run that holds the copies with their first scores.
    taken_from: RunId
    frozen: RunId
    # What was frozen: cells and judges.
    source: dict[str, Any]
    created_at: datetime
