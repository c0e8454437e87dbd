"""Grades and flags by people, panels of scorers, and the effective grade of a cell.

Scores of scorers, labels of people and their mixture are three figures. The mixture, the effective grade, is a
person's grade, else 0 for a malformed answer, else the panel's score.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from edison.domain.errors import WrongState
from edison.domain.runs.cell import HAS_ANSWER, CellState
from edison.domain.runs.run_sums import ColumnSums, ScoreSums

NOTE_AT_MOST = 2_000
# Grade from which on an answer passes, by a person or by a scorer without its own threshold.
PASS_AT = 0.5
GRADER = "grader"
JUDGE = "judge"
POINTWISE = "pointwise"
# Decides which of two answers is better; not a grade of either.
PAIRWISE = "pairwise"


class LabelUse(StrEnum):
    """How the grade of a cell uses a person's label."""

    # The figure of scorers: a label never changes it.
    IGNORED = "ignored"
    # The effective grade: the label, else the contract, else the scorers.
    FIRST = "first"
    # The figure of people.
    ALONE = "alone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A person's grade and flag of a cell. A grade of an earlier answer of the cell is not included."""

    ordinal: int
    grade: float | None = None
    graded_by: str | None = None
    graded_at: datetime | None = None
    # How it was given, if not as a grade: stars, or criteria of the run's rubric from 0 to 1.
    stars: int | None = None
    criteria: Mapping[str, float] | None = None
    comment: str = ""
    # Number of people's labels it is based on; 0 without a grade.
    people: int = 0
    flagged: bool = False
    note: str = ""
    flagged_by: str | None = None
    flagged_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedCell:
    """A cell with a person's grade, and the panel's score that the grade replaces."""

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
    # Labels that count in the mean: none in the figure of a scorer.
    manual: int
    failed_contract: int
    # The figure of people: all labels of the column, and their mean. None: there are no labels.
    labels: int = 0
    people: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelCandidate:
    """A scorer of a run that may be part of the panel."""

    number: int
    kind: str
    # Judges only: its exam, its mode, and its rubric with version.
    exam: str = ""
    mode: str | None = None
    rubric: tuple[UUID, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The scorers that together grade a cell: its grade is the mean of their scores."""

    scorers: tuple[int, ...] = ()
    # Rubric of its judges; None: it is not a panel of judges.
    rubric: tuple[UUID, int] | None = None
    labels: LabelUse = LabelUse.IGNORED

    @property
    def first(self) -> int | None:
        return self.scorers[0] if self.scorers else None


NO_PANEL = Panel()


def panel_of(scorers: Iterable[PanelCandidate]) -> Panel:
    """Return the panel: all pointwise judges that use the first judge's rubric, else the first grader or scorer."""
    ordered = sorted(
        (one for one in scorers if not one.exam and one.kind != PAIRWISE),
        key=lambda one: one.number,
    )
    judges = [one for one in ordered if one.kind == JUDGE and one.mode == POINTWISE]
    if judges:
        rubric = judges[0].rubric
        return Panel(
            scorers=tuple(one.number for one in judges if one.rubric == rubric), rubric=rubric
        )
    graders = [one for one in ordered if one.kind == GRADER]
    return Panel(scorers=tuple(one.number for one in (graders or ordered)[:1]))


def panel_value(values: Sequence[float]) -> float | None:
    """Return the panel's score: the mean of the given scores, or None without scores."""
    return sum(values) / len(values) if values else None


def panel_passes(passed: Sequence[bool | None], value: float | None) -> bool | None:
    """Return whether most scorers with a threshold pass; without thresholds, whether the mean passes.

    Return None without a score.
    """
    if value is None:
        return None
    decided = [one for one in passed if one is not None]
    return sum(decided) > len(decided) / 2 if decided else value >= PASS_AT


def grade_of(
    state: CellState, manual: float | None, value: float | None, labels: LabelUse = LabelUse.FIRST
) -> float | None:
    """Return the grade of a cell, or None. The SQL statements of the grid implement the same rule."""
    if state not in HAS_ANSWER:
        return None
    if labels is LabelUse.ALONE:
        return manual
    if manual is not None and labels is LabelUse.FIRST:
        return manual
    return 0.0 if state is CellState.MALFORMED else value


def must_be_gradable(state: CellState, attempt: int, seen: int | None) -> None:
    """Raise an error if the cell has no answer, or if the answer was replaced after the person opened the cell."""
    if state not in HAS_ANSWER:
        raise WrongState("This cell has no answer to grade", state=str(state))
    if seen is not None and seen != attempt:
        raise WrongState(
            "The cell was run again after you opened it. Reload it to grade the new answer",
            attempt=attempt,
            seen=seen,
        )


def column_grade(
    column: int,
    cells: ColumnSums,
    panel: Sequence[ScoreSums],
    graded: Sequence[GradedCell],
    labels: LabelUse = LabelUse.FIRST,
) -> ColumnGrade:
    """Return the mean grade of a column, from stored sums and the cells that people graded.

    If judges failed on some cells, this mean weights every score equally, while the results page weights every cell
    equally.
    """
    # Scorers judge malformed answers too, most as zero; these count as zero by the contract, and only once.
    verdicts = sum(scores.scored - scores.malformed_scored for scores in panel)
    answers = max((scores.scored - scores.malformed_scored for scores in panel), default=0)
    total = sum(scores.total - scores.malformed_total for scores in panel)
    total = total / verdicts * answers if verdicts else 0.0
    count = answers + cells.malformed
    people = sum(cell.manual for cell in graded) / len(graded) if graded else None
    if labels is LabelUse.ALONE:
        total, count = sum(cell.manual for cell in graded), len(graded)
    for cell in graded if labels is LabelUse.FIRST else ():
        without = 0.0 if cell.malformed else cell.value
        if without is not None:
            total, count = total - without, count - 1
        total, count = total + cell.manual, count + 1
    return ColumnGrade(
        column=column,
        mean=min(1.0, max(0.0, total / count)) if count > 0 else None,
        count=max(0, count),
        manual=0 if labels is LabelUse.IGNORED else len(graded),
        failed_contract=cells.malformed,
        labels=len(graded),
        people=people,
    )
