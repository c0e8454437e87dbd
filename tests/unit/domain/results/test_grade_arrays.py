"""Grades in arrays are what the rule says of each single cell."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.results.grade_arrays import from_bytes, keep_grades, to_bytes
from edison.domain.results.run_arrays import (
    ANSWERED,
    FAILED,
    MALFORMED,
    NO_SAY,
    OPEN,
    PENDING,
    grades_of,
    is_finished,
    is_lost,
    passes_of,
    standing_named,
)
from edison.domain.runs.cell import CellState
from edison.domain.runs.cell_comparison import PASSING, CellStanding, standing_of
from edison.domain.runs.cell_labels import LabelUse, Panel, grade_of, panel_passes, panel_value
from tests.unit.domain.results.made import Value, a_run, said

STATES = {
    OPEN: CellState.OPEN,
    ANSWERED: CellState.ANSWERED,
    MALFORMED: CellState.MALFORMED,
    FAILED: CellState.FAILED,
}
VALUES = st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0, "error", "n/a", None])
CELLS = st.lists(
    st.tuples(
        st.sampled_from(sorted(STATES)),
        st.none() | st.sampled_from([0.0, 0.4, 0.5, 1.0]),
        st.tuples(VALUES, VALUES, VALUES),
    ),
    min_size=1,
    max_size=12,
)


@given(CELLS, st.integers(0, 3), st.none() | st.just(0.6), st.sampled_from(LabelUse))
def test_every_cell_has_the_grade_and_the_standing_that_the_rule_gives_it(
    cells: list[tuple[int, float | None, tuple[Value, ...]]],
    judges: int,
    pass_at: float | None,
    labels: LabelUse,
) -> None:
    manual = {
        n: grade
        for n, (state, grade, _) in enumerate(cells)
        if grade is not None and state in (1, 2)
    }
    run = a_run(
        {n: said([values[n] for _, _, values in cells], pass_at=pass_at) for n in range(judges)},
        cells=len(cells),
        states=[state for state, _, _ in cells],
        manual=manual,
    )

    found = grades_of(run, Panel(scorers=tuple(range(judges)), labels=labels))

    for n, (state, _, values) in enumerate(cells):
        given_values = [value for value in values[:judges] if isinstance(value, float)]
        value = panel_value(given_values)
        passed = panel_passes(
            [None if pass_at is None else one >= pass_at for one in given_values], value
        )
        grade = grade_of(STATES[state], manual.get(n), value, labels)
        standing = standing_of(
            STATES[state],
            manual.get(n),
            has_scorer=judges > 0,
            value=value,
            passed=passed,
            labels=labels,
        )
        machine = grade_of(STATES[state], None, value)
        assert found.panel[n] == pytest.approx(np.nan if machine is None else machine, nan_ok=True)
        assert standing_named(int(found.standings[n])) is standing
        if grade is None:
            assert np.isnan(found.values[n])
        else:
            assert abs(found.values[n] - grade) < 1e-12
        if standing is CellStanding.UNSCORED:
            # Errors are lost; what cannot be judged or is not judged yet is not.
            errors = "error" in values[:judges] and labels is not LabelUse.ALONE
            assert is_lost(found.standings)[n] == errors
        assert (passes_of(found.standings)[n] == 1) == (standing in PASSING)


def test_what_is_not_judged_yet_is_neither_lost_nor_finished() -> None:
    run = a_run({0: said([None, "n/a", "error"])}, cells=3)

    found = grades_of(run, Panel(scorers=(0,))).standings

    assert list(found[:2]) == [PENDING, NO_SAY]
    assert list(is_lost(found)) == [False, False, True]
    assert list(is_finished(found)) == [False, True, True]


def test_what_is_kept_is_read_back_as_it_was() -> None:
    run = a_run({0: said([0.25, "error", 1.0, 0.5])}, cells=4, columns=2)
    kept = keep_grades(run, grades_of(run, Panel(scorers=(0,))))
    other = keep_grades(run, grades_of(run, Panel(scorers=())))

    written = to_bytes({"Grader": kept, "Composite": other})
    back = from_bytes(written, "Grader")

    assert back is not None
    assert from_bytes(written, "Another") is None
    judges = from_bytes(written, "Composite")
    assert judges is not None
    np.testing.assert_array_equal(judges.grades, other.grades)
    assert (back.columns, back.trials) == (2, 1)
    np.testing.assert_array_equal(back.grades, kept.grades)
    np.testing.assert_array_equal(back.standings, kept.standings)
    assert back.cases.tobytes() == kept.cases.tobytes()
    assert back.revisions.tobytes() == kept.revisions.tobytes()
    np.testing.assert_array_equal(back.grades_of(0)[:, 0], [0.25, 1.0])
