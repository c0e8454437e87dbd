"""Runs and their immutable plans, which define the versions, targets, cases, trials and cell numbers of a run."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter

from edison.domain.datasets.dataset import Split
from edison.domain.ids import DatasetId, ModelId, PromptId, RunId, UserId, VersionId
from edison.domain.models.parameters import Parameters
from edison.domain.runs.application import Application
from edison.domain.runs.calls_in_doubt import CountDoubt
from edison.domain.runs.parameter_note import ParameterNote
from edison.domain.runs.provider_batch import AfterExpiry, AnswerDelivery
from edison.domain.runs.run_states import PauseReason, RunState

MOST_COLUMNS = 100
MOST_TRIALS = 20
MOST_CELLS = 2_000_000
# Default limit of an answer's tokens: the budget's worst case needs a limit.
USUAL_MAX_TOKENS = 4096

# Chunks that one worker processes concurrently, and the most cells of a chunk.
CHUNKS_PER_WORKER = 4
CHUNK_AT_MOST = 250
CHUNK_AT_LEAST = 20
# A batch at a provider holds calls of one chunk, so chunks are larger.
BATCH_CHUNK_AT_MOST = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One prompt version on one target. Names are copied when the run starts, because they may change later."""

    prompt: PromptId
    prompt_name: str
    version: VersionId
    number: int
    model: ModelId
    model_name: str
    provider: str
    credential_label: str
    parameters: Parameters
    # Set for an application, which has no prompt and no model. Its title is `prompt_name`, and `number` is 0.
    application_version: str | None = None

    @property
    def versioned_name(self) -> str:
        """Return the name of the prompt with its version, or the title of the application."""
        return f"{self.prompt_name} v{self.number}" if self.number else self.prompt_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallback:
    """Model that answers if a target fails."""

    model: ModelId
    model_name: str
    provider: str
    credential_label: str
    parameters: Parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseChoice:
    """Selection of cases of the dataset version. Without conditions, all cases are selected."""

    split: Split | None = None
    tags: tuple[str, ...] = ()
    first: int | None = None
    ids: tuple[UUID, ...] = ()


ALL_CASES = CaseChoice()


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Marks a run over existing answers.

    No target is called, and judges see `about` as the input.
    """

    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    columns: tuple[Column, ...]
    dataset: DatasetId | None
    dataset_name: str
    dataset_version: int | None
    choice: CaseChoice
    cases: int
    trials: int
    # Use cached answers while the project keeps them.
    reuse: bool
    # Stored in the plan, so that a later release divides a running run in the same way.
    chunk_size: int
    timeout_s: float | None = None
    fallback: Fallback | None = None
    given: Given | None = None
    # The application whose outputs a caller submits. No target is called; `columns` has one column for it.
    application: Application | None = None
    # Ask providers to cache the shared beginning of prompts where that saves money.
    prompt_caching: bool = True
    delivery: AnswerDelivery = AnswerDelivery.LIVE
    after_expiry: AfterExpiry = AfterExpiry.BATCH

    @property
    def calls_targets(self) -> bool:
        """Whether the columns are prompt versions on models. Otherwise the answers come from elsewhere."""
        return self.given is None and self.application is None

    @property
    def cells(self) -> int:
        return self.cases * self.trials * len(self.columns)

    @property
    def chunks(self) -> int:
        return -(-self.cells // self.chunk_size)

    def place(self, ordinal: int) -> "CellPlace":
        """Return case, trial and column of a cell. Cells are numbered row by row, so that a grid fills from the top."""
        row, column = divmod(ordinal, len(self.columns))
        case, trial = divmod(row, self.trials)
        return CellPlace(case=case, trial=trial, column=column)

    def ordinal(self, place: "CellPlace") -> int:
        return (place.case * self.trials + place.trial) * len(self.columns) + place.column

    def ordinals_of(self, chunk: int) -> range:
        start = chunk * self.chunk_size
        return range(start, min(start + self.chunk_size, self.cells))

    def chunk_of(self, ordinal: int) -> int:
        return ordinal // self.chunk_size


def chunk_size_for(cells: int, columns: int) -> int:
    """Return the number of cells per chunk, a multiple of the number of columns.

    Small runs are split between two workers. Rows are never split, so that pairwise scorers find all answers of a
    case in one chunk.
    """
    share = -(-cells // (2 * CHUNKS_PER_WORKER))
    rows = -(-max(CHUNK_AT_LEAST, share) // columns)
    return columns * max(1, min(CHUNK_AT_MOST // columns, rows))


def batch_chunk_size(columns: int) -> int:
    """Return the number of cells per chunk of a run that is sent in batches."""
    return columns * max(1, BATCH_CHUNK_AT_MOST // columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellPlace:
    case: int
    trial: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    id: RunId
    number: int
    name: str
    state: RunState
    pause_reason: PauseReason | None
    # Reason, for a run that failed or was paused by the system.
    problem: str | None
    trigger: str
    plan: Plan
    # Incremented each time the run is reopened; queued work of an earlier epoch is skipped.
    epoch: int
    turn: int
    created_by: UserId | None
    created_by_label: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    heartbeat_at: datetime | None
    # Experiment of the iteration or final check; its budget is charged, too.
    experiment: UUID | None = None
    # Suite of the execution; its daily budget is charged, too.
    suite: UUID | None = None
    # Paused until then; resumes automatically.
    resume_at: datetime | None = None
    count_doubt: CountDoubt = CountDoubt.WORST
    # The person who exempted it from deletion by age.
    kept_by: str | None = None
    parameter_notes: tuple[ParameterNote, ...] = ()


_PLAN = TypeAdapter(Plan)


def plan_to_json(plan: Plan) -> dict[str, Any]:
    return _PLAN.dump_python(plan, mode="json")


def plan_from_json(value: dict[str, Any]) -> Plan:
    return _PLAN.validate_python(value)


EXPERIMENT_TRIGGER = "experiment"
SCHEDULE_TRIGGER = "schedule"
_EXPERIMENT = "experiment:"
# Final check on cases that no iteration has used; it may run after the experiment has ended.
_CHECK = ":check"
# Prefix of executions of suites, and suffix of runs that judge frozen answers again.
_SUITE = "suite:"
_CANARY = ":canary"
CANARY_TRIGGER = "canary"
# Judges grade the questions of a dataset.
QUESTIONS_TRIGGER = "questions"
# The outputs of an application are submitted by a caller.
APPLICATION_TRIGGER = "application"
# Shown in their own context, not in the list of runs.
ELSEWHERE = (CANARY_TRIGGER, QUESTIONS_TRIGGER)


def series_of(experiment: UUID, *, check: bool = False) -> str:
    return f"{_EXPERIMENT}{experiment}{_CHECK if check else ''}"


def experiment_of(series: str | None) -> UUID | None:
    if series is None or not series.startswith(_EXPERIMENT):
        return None
    return UUID(series.removeprefix(_EXPERIMENT).removesuffix(_CHECK))


def series_of_suite(suite: UUID) -> str:
    """Return the common prefix of the series names of a suite's executions."""
    return f"{_SUITE}{suite}:"


def series_of_execution(suite: UUID, execution: UUID, *, canary: bool = False) -> str:
    """Return the series name of an execution. It is unique, because executions of a suite may run concurrently."""
    return f"{series_of_suite(suite)}{execution}{_CANARY if canary else ''}"


def suite_of(series: str | None) -> UUID | None:
    """Return the suite that a series belongs to, or None. The run is also charged to that suite's daily budget."""
    if series is None or not series.startswith(_SUITE):
        return None
    return UUID(series.removeprefix(_SUITE).split(":")[0])
