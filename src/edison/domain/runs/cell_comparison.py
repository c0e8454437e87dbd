"""Comparison of two answers to the same case: fixed, broken, unchanged, still failing, or not comparable."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from edison.domain.runs.cell import CellState
from edison.domain.runs.cell_labels import PASS_AT, LabelUse


class CellStanding(StrEnum):
    """Standing of an answer (such as passed or failed) and who decided it.

    The SQL statement of the comparison implements the same rules.
    """

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


class CellChangeKind(StrEnum):
    FIXED = "fixed"
    BROKEN = "broken"
    STILL_FAILING = "still_failing"
    UNCHANGED = "unchanged"
    # Trials on the same side passed and failed: neither better nor worse.
    FLAKY = "flaky"
    INCOMPARABLE = "incomparable"


class IncomparableReason(StrEnum):
    """Reason why two answers cannot be compared."""

    NO_SUCH_CASE = "no_such_case"
    CASE_CHANGED = "case_changed"
    NOT_FINISHED = "not_finished"
    FAILED = "failed"
    NOT_SCORED = "not_scored"
    SCORED_DIFFERENTLY = "scored_differently"


PASSING = frozenset({CellStanding.APPROVED, CellStanding.PASSED, CellStanding.WELL_FORMED})
FAILING = frozenset({CellStanding.REJECTED, CellStanding.NOT_PASSED, CellStanding.MALFORMED})
# A person's grade, or a violated contract, counts whatever the scorer is.
MEASURED = frozenset(
    {CellStanding.PASSED, CellStanding.NOT_PASSED, CellStanding.UNSCORED, CellStanding.WELL_FORMED}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellPair:
    this: CellStanding
    other: CellStanding
    # Its values or its expected answer differ.
    case_changed: bool = False
    # Trials of the case disagree on at least one side.
    flaky: bool = False


_ALL_PAIRS = tuple(
    CellPair(this=this, other=other, case_changed=changed, flaky=flaky)
    for this, other, changed, flaky in product(
        CellStanding, CellStanding, (False, True), (False, True)
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellChange:
    kind: CellChangeKind
    reason: IncomparableReason | None = None


def standing_of(
    state: CellState,
    manual: float | None,
    *,
    has_scorer: bool,
    value: float | None,
    passed: bool | None,
    labels: LabelUse = LabelUse.FIRST,
) -> CellStanding:
    """Return the standing of an answer.

    `value` is None without a score; `passed` is None without a score or without a threshold.
    """
    if state in (CellState.OPEN, CellState.CALLING):
        return CellStanding.OPEN
    if state is CellState.FAILED:
        return CellStanding.FAILED
    if manual is not None and labels is not LabelUse.IGNORED:
        return CellStanding.APPROVED if manual >= PASS_AT else CellStanding.REJECTED
    if labels is LabelUse.ALONE:
        return CellStanding.UNSCORED
    if state is CellState.MALFORMED:
        return CellStanding.MALFORMED
    if not has_scorer:
        return CellStanding.WELL_FORMED
    if value is None:
        return CellStanding.UNSCORED
    good = value >= PASS_AT if passed is None else passed
    return CellStanding.PASSED if good else CellStanding.NOT_PASSED


def compare(pair: CellPair, *, same_measure: bool) -> CellChange:
    """Compare an answer with the earlier answer `other`. "fixed" means that `other` fails and `this` passes."""
    reason = _reason(pair, same_measure=same_measure)
    if reason is not None:
        return CellChange(kind=CellChangeKind.INCOMPARABLE, reason=reason)
    if pair.flaky:
        return CellChange(kind=CellChangeKind.FLAKY)
    kinds = {
        (True, True): CellChangeKind.UNCHANGED,
        (True, False): CellChangeKind.FIXED,
        (False, True): CellChangeKind.BROKEN,
        (False, False): CellChangeKind.STILL_FAILING,
    }
    return CellChange(kind=kinds[pair.this in PASSING, pair.other in PASSING])


def pairs_of(kind: CellChangeKind | None, *, same_measure: bool) -> tuple[CellPair, ...]:
    """Return all pairs of standings that result in this kind of change, or all pairs if `kind` is None."""
    return tuple(
        pair
        for pair in _ALL_PAIRS
        if kind is None or compare(pair, same_measure=same_measure).kind is kind
    )


def _reason(pair: CellPair, *, same_measure: bool) -> IncomparableReason | None:
    """Return the first reason that makes two answers incomparable, or None."""
    both = {pair.this, pair.other}
    if CellStanding.ABSENT in both:
        return IncomparableReason.NO_SUCH_CASE
    if pair.case_changed:
        return IncomparableReason.CASE_CHANGED
    if CellStanding.OPEN in both:
        return IncomparableReason.NOT_FINISHED
    if CellStanding.FAILED in both:
        return IncomparableReason.FAILED
    if both <= MEASURED and not same_measure:
        return IncomparableReason.SCORED_DIFFERENTLY
    if CellStanding.UNSCORED in both:
        return IncomparableReason.NOT_SCORED
    return None
