"""The frozen plan of a run: which versions on which targets, over which cases, how often. Cells are numbered by it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter

from edison.domain.datasets.dataset import Split
from edison.domain.ids import DatasetId, ModelId, PromptId, RunId, UserId, VersionId
from edison.domain.models.parameters import Parameters
from edison.domain.runs.calls_in_doubt import CountDoubt
from edison.domain.runs.run_states import PauseReason, RunState

MOST_COLUMNS = 100
MOST_TRIALS = 20
MOST_CELLS = 2_000_000
# Sent when nothing was said: the budget's worst case needs a bound, and so does a model that rambles.
USUAL_MAX_TOKENS = 4096

# Chunks that one worker works on at the same time, and how many cells are in one at most.
CHUNKS_PER_WORKER = 4
CHUNK_AT_MOST = 250
CHUNK_AT_LEAST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One version on one target; names are kept as they were, for a run is read long after."""

    prompt: PromptId
    prompt_name: str
    version: VersionId
    number: int
    model: ModelId
    model_name: str
    provider: str
    credential_label: str
    parameters: Parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallback:
    """Who is asked when a target cannot answer."""

    model: ModelId
    model_name: str
    provider: str
    credential_label: str
    parameters: Parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseChoice:
    """Which cases of the pinned dataset version take part; nothing said is all of them."""

    split: Split | None = None
    tags: tuple[str, ...] = ()
    first: int | None = None
    ids: tuple[UUID, ...] = ()


ALL_CASES = CaseChoice()


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The answers were there when the run began.

    Nobody is asked for them, and judges see what they are about as input.
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
    # Use answers that were paid for before, as long as the project keeps them.
    reuse: bool
    # Part of the plan, so that a later release cuts a run in flight as it was begun.
    chunk_size: int
    timeout_s: float | None = None
    fallback: Fallback | None = None
    given: Given | None = None

    @property
    def cells(self) -> int:
        return self.cases * self.trials * len(self.columns)

    @property
    def chunks(self) -> int:
        return -(-self.cells // self.chunk_size)

    def place(self, ordinal: int) -> "CellPlace":
        """Cells are numbered row by row, so that a grid fills from its top."""
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
    """Small runs are cut finely enough to keep two workers busy, large ones as coarsely as is good; rows stay whole.

    Who compares two answers to the same case finds both in one chunk.
    """
    share = -(-cells // (2 * CHUNKS_PER_WORKER))
    rows = -(-max(CHUNK_AT_LEAST, share) // columns)
    return columns * max(1, min(CHUNK_AT_MOST // columns, rows))


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
    # In words, for a run that was paused by the system or failed.
    problem: str | None
    trigger: str
    plan: Plan
    # Raised each time the run is opened again; work of an earlier one is not begun any more.
    epoch: int
    turn: int
    created_by: UserId | None
    created_by_label: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    heartbeat_at: datetime | None
    # Whose iteration or last check it is; its budget counts too.
    experiment: UUID | None = None
    # Whose execution it is; its budget of the day counts too.
    suite: UUID | None = None
    # Paused until then, and going on by itself.
    resume_at: datetime | None = None
    count_doubt: CountDoubt = CountDoubt.WORST
    # Who wants it to stay, whatever its age.
    kept_by: str | None = None


_PLAN = TypeAdapter(Plan)


def plan_to_json(plan: Plan) -> dict[str, Any]:
    return _PLAN.dump_python(plan, mode="json")


def plan_from_json(value: dict[str, Any]) -> Plan:
    return _PLAN.validate_python(value)


EXPERIMENT_TRIGGER = "experiment"
SCHEDULE_TRIGGER = "schedule"
_EXPERIMENT = "experiment:"
# The last look at cases that no iteration has seen; it may run when the experiment has ended.
_CHECK = ":check"
# What executions of suites share, and the run that judges frozen answers again.
_SUITE = "suite:"
_CANARY = ":canary"
CANARY_TRIGGER = "canary"
# Judges grade the questions of a dataset.
QUESTIONS_TRIGGER = "questions"
# Shown where they belong, and not in the list of runs.
ELSEWHERE = (CANARY_TRIGGER, QUESTIONS_TRIGGER)


def series_of(experiment: UUID, *, check: bool = False) -> str:
    return f"{_EXPERIMENT}{experiment}{_CHECK if check else ''}"


def experiment_of(series: str | None) -> UUID | None:
    if series is None or not series.startswith(_EXPERIMENT):
        return None
    return UUID(series.removeprefix(_EXPERIMENT).removesuffix(_CHECK))


def series_of_suite(suite: UUID) -> str:
    """How the series of all its executions begin."""
    return f"{_SUITE}{suite}:"


def series_of_execution(suite: UUID, execution: UUID, *, canary: bool = False) -> str:
    """One for each execution: two of a suite may be at work side by side."""
    return f"{series_of_suite(suite)}{execution}{_CANARY if canary else ''}"


def suite_of(series: str | None) -> UUID | None:
    """Whose day's budget counts too."""
    if series is None or not series.startswith(_SUITE):
        return None
    return UUID(series.removeprefix(_SUITE).split(":")[0])
