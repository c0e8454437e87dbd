"""Two answers to the same case, an earlier and a later one: what has become better, worse, or cannot be compared."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from edison.domain.runs.cells import CellState
from edison.domain.runs.marks import PASS_AT


class Standing(StrEnum):
    """How one answer stands, and who says so. The comparison's statement says the same in SQL."""

    ABSENT = "absent"
    OPEN = "open"
    FAILED = "failed"
    MALFORMED = "malformed"
    # By a person.
    APPROVED = "approved"
    REJECTED = "rejected"
    # By the panel whose mean is the grade.
    PASSED = "passed"
    NOT_PASSED = "not_passed"
    UNSCORED = "unscored"
    # The run has no scorer.
    WELL_FORMED = "well_formed"


class Kind(StrEnum):
    FIXED = "fixed"
    BROKEN = "broken"
    STILL_FAILING = "still_failing"
    UNCHANGED = "unchanged"
    # Asked more than once, the same side passed and failed: it says neither better nor worse.
    FLAKY = "flaky"
    INCOMPARABLE = "incomparable"


class Reason(StrEnum):
    """Why two answers cannot be compared."""

    NO_SUCH_CASE = "no_such_case"
    CASE_CHANGED = "case_changed"
    NOT_FINISHED = "not_finished"
    FAILED = "failed"
    NOT_SCORED = "not_scored"
    SCORED_DIFFERENTLY = "scored_differently"


PASSING = frozenset({Standing.APPROVED, Standing.PASSED, Standing.WELL_FORMED})
FAILING = frozenset({Standing.REJECTED, Standing.NOT_PASSED, Standing.MALFORMED})
# What a person says, or a broken contract, holds whatever the scorer is.
MEASURED = frozenset(
    {Standing.PASSED, Standing.NOT_PASSED, Standing.UNSCORED, Standing.WELL_FORMED}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    this: Standing
    other: Standing
    # Its values or its expected answer are not the same in both.
    case_changed: bool = False
    # Trials of the case do not agree, on one side at least.
    flaky: bool = False


_ALL_PAIRS = tuple(
    Pair(this=this, other=other, case_changed=changed, flaky=flaky)
    for this, other, changed, flaky in product(Standing, Standing, (False, True), (False, True))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    kind: Kind
    reason: Reason | None = None


def standing_of(
    state: CellState,
    manual: float | None,
    *,
    has_scorer: bool,
    value: float | None,
    passed: bool | None,
) -> Standing:
    """`value` is None where the scorer has not scored; `passed` also where it has no threshold."""
    if state in (CellState.OPEN, CellState.CALLING):
        return Standing.OPEN
    if state is CellState.FAILED:
        return Standing.FAILED
    if manual is not None:
        return Standing.APPROVED if manual >= PASS_AT else Standing.REJECTED
    if state is CellState.MALFORMED:
        return Standing.MALFORMED
    if not has_scorer:
        return Standing.WELL_FORMED
    if value is None:
        return Standing.UNSCORED
    good = value >= PASS_AT if passed is None else passed
    return Standing.PASSED if good else Standing.NOT_PASSED


def compare(pair: Pair, *, same_measure: bool) -> Finding:
    """`other` is the earlier one: fixed is what failed there and passes here."""
    reason = _reason(pair, same_measure=same_measure)
    if reason is not None:
        return Finding(kind=Kind.INCOMPARABLE, reason=reason)
    if pair.flaky:
        return Finding(kind=Kind.FLAKY)
    kinds = {
        (True, True): Kind.UNCHANGED,
        (True, False): Kind.FIXED,
        (False, True): Kind.BROKEN,
        (False, False): Kind.STILL_FAILING,
    }
    return Finding(kind=kinds[pair.this in PASSING, pair.other in PASSING])


def pairs_of(kind: Kind | None, *, same_measure: bool) -> tuple[Pair, ...]:
    """All pairs that come to this; None: all there are."""
    return tuple(
        pair
        for pair in _ALL_PAIRS
        if kind is None or compare(pair, same_measure=same_measure).kind is kind
    )


def _reason(pair: Pair, *, same_measure: bool) -> Reason | None:
    """The first that holds, from what says least about the answers to what says most."""
    both = {pair.this, pair.other}
    if Standing.ABSENT in both:
        return Reason.NO_SUCH_CASE
    if pair.case_changed:
        return Reason.CASE_CHANGED
    if Standing.OPEN in both:
        return Reason.NOT_FINISHED
    if Standing.FAILED in both:
        return Reason.FAILED
    if both <= MEASURED and not same_measure:
        return Reason.SCORED_DIFFERENTLY
    if Standing.UNSCORED in both:
        return Reason.NOT_SCORED
    return None
