"""A run as arrays: state of each cell, scores of each scorer, and grades by people."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edison.domain.runs.cell_comparison import FAILING, PASSING, CellStanding
from edison.domain.runs.cell_labels import PASS_AT, LabelUse, Panel

Floats = NDArray[np.float64]
Codes = NDArray[np.int8]

# State of a cell.
OPEN, ANSWERED, MALFORMED, FAILED = range(4)
# Verdict of a scorer; a score without a threshold neither passes nor fails.
NOTHING, SCORED, PASSED, NOT_PASSED, NOT_APPLICABLE, ERROR = range(6)
# Standing of a cell as a number. Two more than usual: the case has nothing to judge by, and not judged yet. Neither is
# an error.
STANDINGS = tuple(CellStanding)
NO_SAY = len(STANDINGS)
PENDING = NO_SAY + 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScorerArrays:
    """Scores of one scorer, one element per cell; NaN without a score."""

    values: Floats
    codes: Codes
    # By criterion, in the rubric's order.
    criteria: tuple[NDArray[np.float32], ...] = ()
    # Of a pairwise judge: the winner changed with the order of the answers.
    flipped: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CaseArrays:
    """Properties of the case of each row, in row order."""

    ids: NDArray[Any]
    revisions: NDArray[Any]
    lengths: NDArray[np.int64]
    # 0: not given.
    difficulties: Codes
    splits: NDArray[Any]
    # Rows of cases by tag.
    tags: Mapping[str, NDArray[np.int64]] = field(default_factory=dict[str, NDArray[np.int64]])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunArrays:
    """Arrays over all cells, ordered by case, then trial, then column."""

    columns: int
    trials: int
    states: Codes
    manual: Floats
    # Graded in a queue with all or randomly drawn answers: only these are representative of the rest.
    drawn: NDArray[np.bool_]
    said: Mapping[int, ScorerArrays]
    cases: CaseArrays

    @property
    def rows(self) -> int:
        return self.states.size // self.columns

    def of_column(self, values: NDArray[Any], column: int) -> NDArray[Any]:
        """Return the values of one column as a matrix of shape (cases, trials)."""
        return values.reshape(-1, self.trials, self.columns)[:, :, column]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grades:
    """Grade, panel score and standing of each cell. A missing grade or score is NaN."""

    values: Floats
    # What the scorers alone say, whatever people say; 0 for a malformed answer.
    panel: Floats
    standings: NDArray[np.uint8]


def grades_of(run: RunArrays, panel: Panel) -> Grades:
    """Compute grade and standing of every cell: the vectorized form of `grade_of` and `standing_of`."""
    cells = run.states.size
    total, count = np.zeros(cells), np.zeros(cells)
    decided, passes = np.zeros(cells), np.zeros(cells)
    erred, blank = np.zeros(cells, dtype=bool), np.zeros(cells, dtype=bool)
    for number in panel.scorers:
        said = run.said.get(number)
        if said is None:
            continue
        known = ~np.isnan(said.values)
        total[known] += said.values[known]
        count[known] += 1
        decided += (said.codes == PASSED) | (said.codes == NOT_PASSED)
        passes += said.codes == PASSED
        erred |= said.codes == ERROR
        blank |= said.codes == NOT_APPLICABLE
    value = np.divide(total, count, out=np.full(cells, np.nan), where=count > 0)
    answered = (run.states == ANSWERED) | (run.states == MALFORMED)
    by_person = answered & ~np.isnan(run.manual) & (panel.labels is not LabelUse.IGNORED)
    machine = np.where(run.states == MALFORMED, 0.0, value)
    machine = np.where(answered, machine, np.nan)
    without = np.nan if panel.labels is LabelUse.ALONE else machine
    grade = np.where(by_person, run.manual, without)
    good = np.where(decided > 0, passes > decided / 2, value >= PASS_AT)
    standings = _standings(run, panel, by_person, value, good)
    alone = panel.labels is LabelUse.ALONE
    # An answer that nobody labelled is no error of people.
    unscored = (standings == _code(CellStanding.UNSCORED)) & (alone | ~erred)
    nothing_to_say = blank | alone
    standings[unscored] = np.where(nothing_to_say[unscored], NO_SAY, PENDING)
    return Grades(values=grade, panel=machine, standings=standings)


def _standings(
    run: RunArrays,
    panel: Panel,
    by_person: NDArray[np.bool_],
    value: Floats,
    good: NDArray[np.bool_],
) -> NDArray[np.uint8]:
    """Return the standing of each cell. The assignments are ordered by increasing precedence."""
    found = np.where(good, _code(CellStanding.PASSED), _code(CellStanding.NOT_PASSED)).astype(
        np.uint8
    )
    found[np.isnan(value)] = _code(CellStanding.UNSCORED)
    if panel.labels is LabelUse.ALONE:
        found[:] = _code(CellStanding.UNSCORED)
    elif not panel.scorers:
        found[:] = _code(CellStanding.WELL_FORMED)
    if panel.labels is not LabelUse.ALONE:
        found[run.states == MALFORMED] = _code(CellStanding.MALFORMED)
    found[by_person] = _code(CellStanding.REJECTED)
    found[by_person & (run.manual >= PASS_AT)] = _code(CellStanding.APPROVED)
    found[run.states == FAILED] = _code(CellStanding.FAILED)
    found[run.states == OPEN] = _code(CellStanding.OPEN)
    return found


def _code(standing: CellStanding) -> int:
    return STANDINGS.index(standing)


def standing_named(code: int) -> CellStanding:
    return CellStanding.UNSCORED if code >= NO_SAY else STANDINGS[code]


def _codes(standings: frozenset[CellStanding]) -> tuple[int, ...]:
    return tuple(_code(standing) for standing in standings)


_PASSING, _FAILING = _codes(PASSING), _codes(FAILING)
_LOST = _codes(frozenset({CellStanding.FAILED, CellStanding.UNSCORED}))


def passes_of(standings: NDArray[np.uint8]) -> Floats:
    """Convert standings to 1 for pass, 0 for fail and NaN for unknown."""
    found = np.full(standings.shape, np.nan)
    found[np.isin(standings, _PASSING)] = 1.0
    found[np.isin(standings, _FAILING)] = 0.0
    return found


def is_lost(standings: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return a mask of the cells without a score because the target or all judges failed."""
    return np.isin(standings, _LOST)


def is_finished(standings: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return a mask of the cells that have an answer or a failure and, if answered, all scores."""
    return (standings != _code(CellStanding.OPEN)) & (standings != PENDING)


def mean_by_case(values: Floats) -> Floats:
    """Return the mean of each row over the trials with a value; NaN if no trial has a value."""
    known = ~np.isnan(values)
    count = np.sum(known, axis=1)
    total = np.sum(np.where(known, values, 0.0), axis=1)
    nothing: Floats = np.full(len(values), np.nan)
    return np.divide(total, count, out=nothing, where=count > 0)
