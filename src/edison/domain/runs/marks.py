"""What people say of a cell, and the grade that counts: a person's, else zero for a broken contract, else a scorer's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from edison.domain.errors import WrongState
from edison.domain.runs.cells import HAS_ANSWER, CellState
from edison.domain.runs.sums import ColumnSums, ScoreSums

NOTE_AT_MOST = 2_000
# A person's grade passes from here on, and so does a score whose scorer has no threshold of its own.
PASS_AT = 0.5
GRADER = "grader"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """As it counts now: a grade of an answer that was asked anew since is not among it."""

    ordinal: int
    grade: float | None = None
    graded_by: str | None = None
    graded_at: datetime | None = None
    flagged: bool = False
    note: str = ""
    flagged_by: str | None = None
    flagged_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedCell:
    """A cell with a person's grade, and what it would count without."""

    column: int
    manual: float
    malformed: bool
    value: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnGrade:
    column: int
    # None: no cell of the column has a grade.
    mean: float | None
    count: int
    manual: int
    failed_contract: int


def grade_scorer(scorers: Iterable[tuple[int, str]]) -> int | None:
    """Which scorer's values are grades, of pairs of number and kind: the first grader, else the first of all."""
    ordered = sorted(scorers)
    graders = [number for number, kind in ordered if kind == GRADER]
    return next(iter([*graders, *(number for number, _ in ordered)]), None)


def grade_of(state: CellState, manual: float | None, value: float | None) -> float | None:
    """The grade of a cell; None if it has none. The statements of the grid say the same in SQL."""
    if state not in HAS_ANSWER:
        return None
    if manual is not None:
        return manual
    return 0.0 if state is CellState.MALFORMED else value


def must_be_gradable(state: CellState, attempt: int, seen: int | None) -> None:
    """Refuse to grade what has no answer, or another answer than the one that was looked at."""
    if state not in HAS_ANSWER:
        raise WrongState("Only an answer can be graded", state=str(state))
    if seen is not None and seen != attempt:
        raise WrongState("The cell has been asked anew since", attempt=attempt, seen=seen)


def column_grade(
    column: int, cells: ColumnSums, scores: ScoreSums, graded: Sequence[GradedCell]
) -> ColumnGrade:
    """The mean grade, from sums that are kept anyway and the few cells that people graded."""
    # Scorers judge malformed answers too, most as zero; the contract counts for those, and once.
    total = scores.total - scores.malformed_total
    count = scores.scored - scores.malformed_scored + cells.malformed
    for cell in graded:
        without = 0.0 if cell.malformed else cell.value
        if without is not None:
            total, count = total - without, count - 1
        total, count = total + cell.manual, count + 1
    return ColumnGrade(
        column=column,
        mean=min(1.0, max(0.0, total / count)) if count > 0 else None,
        count=max(0, count),
        manual=len(graded),
        failed_contract=cells.malformed,
    )
