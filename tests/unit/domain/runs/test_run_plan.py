"""Cells are numbered row by row, and every cell is in exactly one chunk."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.errors import WrongState
from edison.domain.ids import ModelId, PromptId, VersionId
from edison.domain.models.parameters import NOTHING_SET, Parameters
from edison.domain.runs.run_order import TargetChoice
from edison.domain.runs.run_plan import (
    ALL_CASES,
    Column,
    Plan,
    chunk_size_for,
    plan_from_json,
    plan_to_json,
)
from edison.domain.runs.run_states import ENDED, MOVES, RunState, check_move

NOBODY = UUID(int=0)


def a_plan(cases: int, trials: int, columns: int) -> Plan:
    column = Column(
        prompt=PromptId(NOBODY),
        prompt_name="Answers",
        version=VersionId(NOBODY),
        number=1,
        model=ModelId(NOBODY),
        model_name="sim-large",
        provider="SIMULATED",
        credential_label="Main",
        parameters=Parameters(temperature=0.5, stop=("END",)),
    )
    return Plan(
        columns=(column,) * columns,
        dataset=None,
        dataset_name="",
        dataset_version=None,
        choice=ALL_CASES,
        cases=cases,
        trials=trials,
        reuse=True,
        chunk_size=chunk_size_for(cases * trials * columns, columns),
    )


plans = st.builds(a_plan, st.integers(1, 400), st.integers(1, 4), st.integers(1, 7))


@given(plans)
def test_every_cell_has_a_place_of_its_own(plan: Plan) -> None:
    places = [plan.place(ordinal) for ordinal in range(plan.cells)]

    assert len(set(places)) == plan.cells
    assert [plan.ordinal(place) for place in places] == list(range(plan.cells))
    assert {place.case for place in places} == set(range(plan.cases))


@given(plans)
def test_chunks_are_the_cells_cut_into_pieces(plan: Plan) -> None:
    pieces = [plan.ordinals_of(chunk) for chunk in range(plan.chunks)]

    assert [ordinal for piece in pieces for ordinal in piece] == list(range(plan.cells))
    assert all(
        plan.chunk_of(ordinal) == chunk for chunk, piece in enumerate(pieces) for ordinal in piece
    )
    assert all(0 < len(piece) <= 250 for piece in pieces)
    # Both answers of a comparison are in one chunk.
    assert all(piece.start % len(plan.columns) == 0 for piece in pieces)


@given(plans)
def test_a_plan_is_read_back_as_it_was_written(plan: Plan) -> None:
    assert plan_from_json(plan_to_json(plan)) == plan


def test_a_grid_of_parameters_becomes_targets() -> None:
    """FR-EC-005: each combination counts as a run of its own."""
    choice = TargetChoice(
        model=ModelId(NOBODY),
        parameters=Parameters(seed=42),
        grid={"temperature": (0.7, 1.0, 1.3), "max_tokens": (2048, 4096)},
    )

    found = list(choice.expanded())

    assert len(found) == 6
    assert Parameters(seed=42, temperature=1.3, max_tokens=2048) in found
    assert list(TargetChoice(model=ModelId(NOBODY)).expanded()) == [NOTHING_SET]


def test_only_the_moves_of_the_table_are_allowed() -> None:
    """RULE-9.1"""
    for old in RunState:
        for new in RunState:
            if new in MOVES[old]:
                check_move(old, new)
            else:
                with pytest.raises(WrongState):
                    check_move(old, new)
    assert MOVES[RunState.CANCELLED] == frozenset()
    assert {RunState.COMPLETED, RunState.FAILED, RunState.CANCELLED} == ENDED
