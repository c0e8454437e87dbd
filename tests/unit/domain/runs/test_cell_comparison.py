"""What two answers to a case come to, and that it never depends on the side from which one looks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.runs.cell import CellState
from edison.domain.runs.cell_comparison import (
    CellChangeKind,
    CellPair,
    CellStanding,
    IncomparableReason,
    compare,
    standing_of,
)

S = CellStanding
MIRRORED = {
    CellChangeKind.FIXED: CellChangeKind.BROKEN,
    CellChangeKind.BROKEN: CellChangeKind.FIXED,
}
PAIRS = st.builds(
    CellPair,
    this=st.sampled_from(CellStanding),
    other=st.sampled_from(CellStanding),
    case_changed=st.booleans(),
    flaky=st.booleans(),
)


@given(PAIRS, st.booleans())
def test_from_the_other_side_fixed_is_broken_and_all_else_is_the_same(
    pair: CellPair, alike: bool
) -> None:
    back = CellPair(
        this=pair.other, other=pair.this, case_changed=pair.case_changed, flaky=pair.flaky
    )

    here, there = compare(pair, same_measure=alike), compare(back, same_measure=alike)

    assert there.kind is MIRRORED.get(here.kind, here.kind)
    assert there.reason is here.reason


@given(PAIRS, st.booleans())
def test_there_is_a_reason_exactly_where_nothing_can_be_said(pair: CellPair, alike: bool) -> None:
    found = compare(pair, same_measure=alike)

    assert (found.reason is not None) == (found.kind is CellChangeKind.INCOMPARABLE)


@given(st.sampled_from(CellStanding))
def test_an_answer_beside_itself_is_neither_fixed_nor_broken(standing: CellStanding) -> None:
    found = compare(CellPair(this=standing, other=standing), same_measure=True)

    assert found.kind not in (CellChangeKind.FIXED, CellChangeKind.BROKEN)


@pytest.mark.parametrize(
    ("this", "other", "kind"),
    [
        (S.PASSED, S.NOT_PASSED, CellChangeKind.FIXED),
        (S.APPROVED, S.MALFORMED, CellChangeKind.FIXED),
        (S.MALFORMED, S.PASSED, CellChangeKind.BROKEN),
        (S.REJECTED, S.WELL_FORMED, CellChangeKind.BROKEN),
        (S.NOT_PASSED, S.REJECTED, CellChangeKind.STILL_FAILING),
        (S.MALFORMED, S.MALFORMED, CellChangeKind.STILL_FAILING),
        (S.WELL_FORMED, S.WELL_FORMED, CellChangeKind.UNCHANGED),
        (S.APPROVED, S.PASSED, CellChangeKind.UNCHANGED),
    ],
)
def test_fixed_failed_before_and_passes_now(
    this: CellStanding, other: CellStanding, kind: CellChangeKind
) -> None:
    assert compare(CellPair(this=this, other=other), same_measure=True).kind is kind


@pytest.mark.parametrize(
    ("this", "other", "changed", "alike", "reason"),
    [
        (S.ABSENT, S.FAILED, True, False, IncomparableReason.NO_SUCH_CASE),
        (S.OPEN, S.PASSED, True, True, IncomparableReason.CASE_CHANGED),
        (S.FAILED, S.OPEN, False, False, IncomparableReason.NOT_FINISHED),
        (S.FAILED, S.UNSCORED, False, False, IncomparableReason.FAILED),
        (S.UNSCORED, S.PASSED, False, False, IncomparableReason.SCORED_DIFFERENTLY),
        (S.WELL_FORMED, S.PASSED, False, False, IncomparableReason.SCORED_DIFFERENTLY),
        (S.UNSCORED, S.MALFORMED, False, False, IncomparableReason.NOT_SCORED),
        (S.UNSCORED, S.APPROVED, False, True, IncomparableReason.NOT_SCORED),
        # A person and a broken contract say the same under any scorer.
        (S.APPROVED, S.PASSED, False, False, None),
        (S.MALFORMED, S.NOT_PASSED, False, False, None),
    ],
)
def test_the_reason_is_the_first_that_holds(
    this: CellStanding,
    other: CellStanding,
    changed: bool,
    alike: bool,
    reason: IncomparableReason | None,
) -> None:
    pair = CellPair(this=this, other=other, case_changed=changed)

    assert compare(pair, same_measure=alike).reason is reason


@pytest.mark.parametrize(
    ("state", "manual", "value", "passed", "standing"),
    [
        (CellState.CALLING, None, None, None, S.OPEN),
        (CellState.FAILED, None, None, None, S.FAILED),
        (CellState.MALFORMED, 0.5, 0.0, False, S.APPROVED),
        (CellState.ANSWERED, 0.49, 1.0, True, S.REJECTED),
        (CellState.MALFORMED, None, 1.0, True, S.MALFORMED),
        (CellState.ANSWERED, None, None, None, S.UNSCORED),
        # The scorer's own threshold, and one half where it has none.
        (CellState.ANSWERED, None, 0.9, False, S.NOT_PASSED),
        (CellState.ANSWERED, None, 0.5, None, S.PASSED),
        (CellState.ANSWERED, None, 0.4, None, S.NOT_PASSED),
    ],
)
def test_an_answer_stands_as_the_first_who_may_say_so_says(
    state: CellState,
    manual: float | None,
    value: float | None,
    passed: bool | None,
    standing: CellStanding,
) -> None:
    assert standing_of(state, manual, has_scorer=True, value=value, passed=passed) is standing


def test_without_a_scorer_a_well_formed_answer_is_good_enough() -> None:
    found = standing_of(CellState.ANSWERED, None, has_scorer=False, value=None, passed=None)

    assert found is S.WELL_FORMED


def test_a_case_whose_trials_do_not_agree_is_neither_fixed_nor_broken() -> None:
    assert (
        compare(CellPair(this=S.PASSED, other=S.NOT_PASSED, flaky=True), same_measure=True).kind
        is CellChangeKind.FLAKY
    )
    assert (
        compare(CellPair(this=S.OPEN, other=S.PASSED, flaky=True), same_measure=True).kind
        is CellChangeKind.INCOMPARABLE
    )
