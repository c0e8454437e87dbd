"""Judges: what one must know before it can be asked, and which columns a judge of pairs compares."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from edison.domain.errors import InvalidInput
from edison.domain.ids import ModelId, RubricId
from edison.domain.judging.judge import (
    JudgeContent,
    JudgeMode,
    check_content,
    judge_from_json,
    judge_to_json,
    pairs_of,
)
from edison.domain.models.parameters import Parameters

BY_RUBRIC = JudgeContent(
    mode=JudgeMode.POINTWISE,
    model=ModelId(UUID(int=1)),
    goal="Help the customer",
    rubric_id=RubricId(UUID(int=2)),
    rubric_version=1,
)
BY_WORDS = JudgeContent(
    mode=JudgeMode.FREE_TEXT, model=ModelId(UUID(int=1)), instructions="Ten points if it is right"
)


def test_a_judge_is_asked_at_03_with_seed_42_unless_it_says_otherwise() -> None:
    """FR-EC-006.4, .5"""
    assert BY_RUBRIC.parameters.given() == {"temperature": 0.3, "seed": 42}


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (replace(BY_RUBRIC, rubric_id=None), "rubric"),
        (replace(BY_RUBRIC, mode=JudgeMode.PAIRWISE, rubric_id=None), "rubric"),
        (replace(BY_RUBRIC, goal="  "), "goal"),
        (replace(BY_RUBRIC, goal="x" * 4_001), "goal"),
        (replace(BY_RUBRIC, pass_at=1.1), "pass_at"),
        (replace(BY_RUBRIC, pass_at=float("nan")), "pass_at"),
        (replace(BY_RUBRIC, parameters=Parameters(temperature=3)), "parameters.temperature"),
        (replace(BY_WORDS, instructions=""), "instructions"),
        (replace(BY_WORDS, rubric_id=RubricId(UUID(int=2))), "rubric"),
    ],
)
def test_what_a_judge_lacks_is_said_at_its_field(content: JudgeContent, field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_content(content)

    assert refused.value.field == field


@pytest.mark.parametrize("content", [BY_RUBRIC, BY_WORDS])
def test_a_whole_judge_is_taken_and_read_back_as_it_was(content: JudgeContent) -> None:
    check_content(content)

    assert judge_from_json(judge_to_json(content)) == content


@pytest.mark.parametrize(
    ("columns", "pairs"),
    [
        (1, []),
        (2, [(0, 1)]),
        (3, [(0, 1), (0, 2), (1, 2)]),
        (6, [(0, 1), (0, 2), (0, 3), (0, 4), (0, 5)]),
    ],
)
def test_all_pairs_are_compared_of_few_columns_and_of_many_each_with_the_first(
    columns: int, pairs: list[Any]
) -> None:
    assert pairs_of(columns) == pairs
    assert len(pairs_of(5)) == 10
