"""A run as arrays: what every cell came to, what each scorer said of it, and what a person said. Pure numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edison.domain.runs.cell_comparison import FAILING, PASSING, CellStanding
from edison.domain.runs.cell_labels import PASS_AT, Panel

Floats = NDArray[np.float64]
Codes = NDArray[np.int8]

# What a cell came to.
OPEN, ANSWERED, MALFORMED, FAILED = range(4)
# What a scorer said of it; a value without a threshold neither passes nor fails.
NOTHING, SCORED, PASSED, NOT_PASSED, NOT_APPLICABLE, ERROR = range(6)
# How a cell stands, by number. Beyond the usual: the case has nothing to be judged by, and: not judged yet. Neither
# is an error.
STANDINGS = tuple(CellStanding)
NO_SAY = len(STANDINGS)
PENDING = NO_SAY + 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScorerArrays:
    """One scorer's verdicts, one place for each cell; NaN where it gave none."""

    values: Floats
    codes: Codes
    # By criterion, in the rubric's order.
    criteria: tuple[NDArray[np.float32], ...] = ()
    # Of a pairwise judge: it changed its mind with the order of the two.
    flipped: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CaseArrays:
    """What is known of each row's case, in order."""

    ids: NDArray[Any]
    revisions: NDArray[Any]
    lengths: NDArray[np.int64]
    # 0: nobody said.
    difficulties: Codes
    splits: NDArray[Any]
    # Rows of cases by tag.
    tags: Mapping[str, NDArray[np.int64]] = field(default_factory=dict[str, NDArray[np.int64]])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunArrays:
    """Cells in the order of their ordinals: case by case, trial by trial, column by column."""

    columns: int
    trials: int
    states: Codes
    manual: Floats
    # Graded in a queue that took every answer or drew them by chance: only these say something of the rest.
    drawn: NDArray[np.bool_]
    said: Mapping[int, ScorerArrays]
    cases: CaseArrays

    @property
    def rows(self) -> int:
        return self.states.size // self.columns

    def of_column(self, values: NDArray[Any], column: int) -> NDArray[Any]:
        """One value for each case and trial."""
        return values.reshape(-1, self.trials, self.columns)[:, :, column]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grades:
    """What counts of each cell: its grade (NaN: none), what the panel alone says, and how it stands."""

    values: Floats
    panel: Floats
    standings: NDArray[np.uint8]


def grades_of(run: RunArrays, panel: Panel) -> Grades:
    """The same as `grade_of` and `standing_of` say of each single cell."""
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
    by_person = answered & ~np.isnan(run.manual)
    grade = np.where(run.states == MALFORMED, 0.0, value)
    grade = np.where(by_person, run.manual, grade)
    grade = np.where(answered, grade, np.nan)
    good = np.where(decided > 0, passes > decided / 2, value >= PASS_AT)
    standings = _standings(run, panel, by_person, value, good)
    unscored = (standings == _code(CellStanding.UNSCORED)) & ~erred
    standings[unscored] = np.where(blank[unscored], NO_SAY, PENDING)
    return Grades(values=grade, panel=np.where(answered, value, np.nan), standings=standings)


def _standings(
    run: RunArrays,
    panel: Panel,
    by_person: NDArray[np.bool_],
    value: Floats,
    good: NDArray[np.bool_],
) -> NDArray[np.uint8]:
    """The first that holds, from below."""
    found = np.where(good, _code(CellStanding.PASSED), _code(CellStanding.NOT_PASSED)).astype(
        np.uint8
    )
    found[np.isnan(value)] = _code(CellStanding.UNSCORED)
    if not panel.scorers:
        found[:] = _code(CellStanding.WELL_FORMED)
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
    """1 passes, 0 does not, NaN: nobody can say."""
    found = np.full(standings.shape, np.nan)
    found[np.isin(standings, _PASSING)] = 1.0
    found[np.isin(standings, _FAILING)] = 0.0
    return found


def is_lost(standings: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """An error of the target or of every judge: it should have a score, and has none."""
    return np.isin(standings, _LOST)


def is_finished(standings: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """It is answered or has failed, and is judged as far as it will be."""
    return (standings != _code(CellStanding.OPEN)) & (standings != PENDING)


def mean_by_case(values: Floats) -> Floats:
    """The mean over the trials that have a value; NaN where none has."""
    known = ~np.isnan(values)
    count = np.sum(known, axis=1)
    total = np.sum(np.where(known, values, 0.0), axis=1)
    nothing: Floats = np.full(len(values), np.nan)
    return np.divide(total, count, out=nothing, where=count > 0)
