"""The grades of a cell with and without labels of people, and means of them out of sums."""

from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.errors import WrongState
from edison.domain.judging.score import NotScored, Scored, ScoreOutcome, ScoreProblem
from edison.domain.runs.cell import CellState, ScoreResult
from edison.domain.runs.cell_labels import (
    NO_PANEL,
    GradedCell,
    LabelUse,
    Panel,
    PanelCandidate,
    column_grade,
    grade_of,
    must_be_gradable,
    panel_of,
    panel_passes,
)
from edison.domain.runs.run_sums import ColumnSums, ScoreSums, score_sums

SHARES = st.floats(0.0, 1.0)


@dataclass(frozen=True)
class SomeCell:
    state: CellState
    manual: float | None
    # None: the scorer could not score it, or has not yet.
    value: float | None


def _cells() -> st.SearchStrategy[list[SomeCell]]:
    answered = st.builds(
        SomeCell,
        state=st.sampled_from([CellState.ANSWERED, CellState.MALFORMED]),
        manual=st.none() | SHARES,
        value=st.none() | SHARES,
    )
    rest = st.builds(
        SomeCell,
        state=st.sampled_from([CellState.OPEN, CellState.CALLING, CellState.FAILED]),
        manual=st.none(),
        value=st.none(),
    )
    return st.lists(answered | rest, max_size=30)


@given(_cells(), st.sampled_from(LabelUse))
def test_the_mean_from_sums_is_the_mean_of_the_cells_grades(
    cells: list[SomeCell], labels: LabelUse
) -> None:
    grades = [grade_of(cell.state, cell.manual, cell.value, labels) for cell in cells]
    counted = [grade for grade in grades if grade is not None]
    malformed = [cell for cell in cells if cell.state is CellState.MALFORMED]

    sums = ColumnSums(malformed=len(malformed))
    found = column_grade(3, sums, [_sums(cells)], _graded(cells), labels)

    assert found.count == len(counted)
    assert found.failed_contract == len(malformed)
    given_labels = [cell.manual for cell in cells if cell.manual is not None]
    assert found.labels == len(given_labels)
    assert found.manual == (0 if labels is LabelUse.IGNORED else len(given_labels))
    assert found.people == (
        pytest.approx(sum(given_labels) / len(given_labels), abs=1e-9) if given_labels else None
    )
    if counted:
        assert found.mean == pytest.approx(sum(counted) / len(counted), abs=1e-9)
        assert 0.0 <= (found.mean or 0.0) <= 1.0
    else:
        assert found.mean is None


def _sums(cells: list[SomeCell]) -> ScoreSums:
    """As the engine adds them up, batch by batch."""
    results = [
        (0, 0, ScoreResult(verdict=_verdict(cell), malformed=cell.state is CellState.MALFORMED))
        for cell in cells
        if cell.state in (CellState.ANSWERED, CellState.MALFORMED)
    ]
    return score_sums(results).get((0, 0), ScoreSums())


def _verdict(cell: SomeCell) -> ScoreOutcome:
    if cell.value is None:
        return NotScored(problem=ScoreProblem.NOT_APPLICABLE, reason="Nothing to compare with")
    return Scored(value=cell.value, passed=None, reason="")


def _graded(cells: list[SomeCell]) -> list[GradedCell]:
    return [
        GradedCell(
            column=0,
            manual=cell.manual,
            malformed=cell.state is CellState.MALFORMED,
            value=cell.value,
        )
        for cell in cells
        if cell.manual is not None
    ]


@given(st.sampled_from(CellState), st.none() | SHARES, st.none() | SHARES)
def test_a_persons_grade_comes_first_in_the_mixture_and_never_in_the_figure_of_a_scorer(
    state: CellState, manual: float | None, value: float | None
) -> None:
    found = grade_of(state, manual, value)

    assert grade_of(state, manual, value, LabelUse.IGNORED) == grade_of(state, None, value)
    alone = grade_of(state, manual, value, LabelUse.ALONE)
    assert alone == (manual if state in (CellState.ANSWERED, CellState.MALFORMED) else None)
    if state not in (CellState.ANSWERED, CellState.MALFORMED):
        assert found is None
    elif manual is not None:
        assert found == manual
    elif state is CellState.MALFORMED:
        assert found == 0.0
    else:
        assert found == value


@pytest.mark.parametrize(
    ("scorers", "expected"),
    [
        ([], ()),
        ([(2, "exact"), (1, "contains")], (1,)),
        ([(0, "exact"), (3, "grader"), (2, "grader")], (2,)),
        ([(0, "pairwise"), (1, "exact")], (1,)),
        ([(0, "pairwise")], ()),
    ],
)
def test_grades_are_the_first_graders_values_or_else_the_first_scorers(
    scorers: list[tuple[int, str]], expected: tuple[int, ...]
) -> None:
    panel = panel_of(PanelCandidate(number=number, kind=kind) for number, kind in scorers)

    assert panel.scorers == expected
    assert panel.first == (expected[0] if expected else None)


def test_the_panel_is_every_pointwise_judge_with_the_rubric_of_the_first() -> None:
    one, other = (uuid4(), 1), (uuid4(), 1)

    def judge(
        number: int, rubric: tuple[UUID, int] | None, mode: str = "pointwise", exam: str = ""
    ) -> PanelCandidate:
        return PanelCandidate(number=number, kind="judge", mode=mode, rubric=rubric, exam=exam)

    panel = panel_of(
        [
            PanelCandidate(number=0, kind="grader"),
            judge(6, one),
            judge(1, one, exam="padded"),
            judge(2, None, mode="free_text"),
            judge(3, one),
            judge(4, other),
            judge(5, (one[0], 2)),
            PanelCandidate(number=7, kind="pairwise", mode="pairwise", rubric=one),
        ]
    )

    assert panel == Panel(scorers=(3, 6), rubric=one)
    assert panel_of([judge(0, None, mode="free_text")]).scorers == (0,)
    assert panel_of([judge(0, one, exam="repeat")]) == NO_PANEL


@pytest.mark.parametrize(
    ("passed", "value", "expected"),
    [
        ([], None, None),
        ([True, False], 0.9, False),
        ([True, True, False], 0.1, True),
        ([True, None], 0.1, True),
        ([None, None], 0.5, True),
        ([None], 0.49, False),
    ],
)
def test_a_panel_passes_what_more_than_half_of_it_passes(
    passed: list[bool | None], value: float | None, expected: bool | None
) -> None:
    assert panel_passes(passed, value) is expected


@pytest.mark.parametrize("state", [CellState.OPEN, CellState.CALLING, CellState.FAILED])
def test_what_has_no_answer_is_not_graded(state: CellState) -> None:
    with pytest.raises(WrongState):
        must_be_gradable(state, 1, None)


def test_another_answer_than_the_one_looked_at_is_not_graded() -> None:
    must_be_gradable(CellState.MALFORMED, 2, 2)
    must_be_gradable(CellState.ANSWERED, 2, None)

    with pytest.raises(WrongState):
        must_be_gradable(CellState.ANSWERED, 2, 1)
