"""Kinds of grid rows that people filter by, and the number of rows of each kind."""

from dataclasses import dataclass
from enum import StrEnum

from edison.domain.ids import RunId


class RowKind(StrEnum):
    """Kinds of rows. A row belongs to a kind if at least one of its cells belongs to that kind."""

    # A person or a scorer rejected the answer.
    NOT_PASSED = "not_passed"
    # There is no answer, it is malformed, or a scorer failed on it.
    ERRORS = "errors"
    # Passes now and failed in the baseline, or the reverse.
    CHANGED = "changed"
    # Failed in the baseline and passes now.
    FIXED = "fixed"
    # Passed in the baseline and fails now.
    BROKEN = "broken"
    # Someone asked others to look at it.
    FLAGGED = "flagged"
    # One judge lets the answer pass and another does not.
    JUDGES_DISAGREE = "judges_disagree"


# These are found by comparing with the baseline.
COMPARED = frozenset({RowKind.CHANGED, RowKind.FIXED, RowKind.BROKEN})


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineRun:
    run: RunId
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCounts:
    """Number of rows of each kind. None means that there is no baseline to compare with."""

    not_passed: int
    errors: int
    changed: int | None
    fixed: int | None
    broken: int | None
    flagged: int
    judges_disagree: int
    baseline: BaselineRun | None
