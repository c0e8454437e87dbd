"""Rows of a run's grid: one row per case and trial, one cell per column, with shortened texts."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from edison.domain.models.attached_file import AttachedFile
from edison.domain.money import ZERO, MicroUsd
from edison.domain.runs.cell import CellState
from edison.domain.runs.row_kinds import RowKind

OUTPUT_PREVIEW = 200
REASON_PREVIEW = 200
VALUE_PREVIEW = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFilter:
    """Filter of grid rows. A row matches if one of its cells (of `column`, if set) meets every condition."""

    state: CellState | None = None
    scorer: int | None = None
    passed: bool | None = None
    # Score below this.
    below: float | None = None
    # The scorer failed on it.
    unscored: bool = False
    # Search text, in outputs and in the case.
    search: str | None = None
    tag: str | None = None
    column: int | None = None
    reused: bool | None = None
    # Flagged for others to check.
    flagged: bool = False
    # Grade below this.
    low: float | None = None
    # A safety scorer found this in it.
    category: str | None = None
    # Predefined kinds of rows.
    kind: RowKind | None = None
    # Only these rows, whatever they contain.
    rows: tuple[int, ...] = ()

    @property
    def of_case_only(self) -> bool:
        """Whether rows without an answer can match the filter."""
        return not (
            self.of_score
            or self.of_grade
            or self.category is not None
            or self.reused is not None
            or self.kind not in (None, RowKind.FLAGGED)
            or self.of_finished
        )

    @property
    def of_score(self) -> bool:
        return self.scorer is not None

    @property
    def of_grade(self) -> bool:
        return self.low is not None

    @property
    def of_finished(self) -> bool:
        return self.state is not None and self.state not in (CellState.OPEN, CellState.CALLING)

    @property
    def is_empty(self) -> bool:
        return self == ALL_ROWS or self == RowFilter(column=self.column)


ALL_ROWS = RowFilter()


class SortBy(StrEnum):
    POSITION = "position"
    LATENCY = "latency"
    COST = "cost"
    SCORE = "score"
    GRADE = "grade"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowSort:
    """Sort order of rows by one column. Rows without a value come last, ascending or descending."""

    by: SortBy = SortBy.POSITION
    column: int = 0
    scorer: int = 0
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    text: str
    truncated: bool
    # Set if the value of a case is a file; then the text is its name.
    file: AttachedFile | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GridScore:
    scorer: int
    value: float | None
    passed: bool | None
    problem: str | None
    reason: Preview
    # What a safety scorer found, and whether it blocks the answer.
    categories: tuple[str, ...] = ()
    blocked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    ordinal: int
    state: CellState
    attempt: int = 1
    output: Preview | None = None
    tool_calls: int = 0
    malformed: str | None = None
    error_code: str | None = None
    error: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: MicroUsd | None = None
    # Of a reused answer: what it cost when it was paid for.
    cost_then: MicroUsd | None = None
    doubt: MicroUsd = ZERO
    latency_ms: float | None = None
    finish: str | None = None
    reused: str | None = None
    scores: tuple[GridScore, ...] = ()
    # A person's grade of this answer.
    manual: float | None = None
    flagged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCase:
    position: int
    # None in a run without a dataset.
    case: UUID | None
    revision: UUID | None
    values: dict[str, Preview]
    expected: Preview | None
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    # Counts cases and trials: a cell's ordinal divided by the number of columns.
    row: int
    trial: int
    case: GridCase
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeScore:
    scorer: int
    state: str
    value: float | None
    passed: bool | None
    problem: str | None
    reason: str | None
    cost: MicroUsd | None
    doubt: MicroUsd
    prompt_tokens: int | None
    completion_tokens: int | None
    latency_ms: float | None
    # The grader's answer, unchanged.
    output: str | None
    details: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierCell:
    """An earlier answer of a cell that was repeated."""

    attempt: int
    replaced_at: datetime
    cell: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeCell:
    """All stored data of a cell. All texts are untrusted."""

    ordinal: int
    state: CellState
    attempt: int = 1
    started_at: datetime | None = None
    finished_at: datetime | None = None
    output: str | None = None
    parsed: str | None = None
    malformed: str | None = None
    finish: str | None = None
    error_code: str | None = None
    error: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: MicroUsd | None = None
    doubt: MicroUsd = ZERO
    held: MicroUsd = ZERO
    latency_ms: float | None = None
    first_token_ms: float | None = None
    # Number of attempts for this answer.
    tries: int | None = None
    reused: str | None = None
    more: dict[str, Any] = field(default_factory=dict[str, Any])
    scores: tuple[WholeScore, ...] = ()
