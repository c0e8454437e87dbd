"""What a review of questions may ask for, and what its judges are told."""

from uuid import UUID, uuid4

import pytest

from edison.domain.arena.question_review import (
    MOST_INSTRUCTIONS,
    Quality,
    check_wish,
    judge_for,
    judge_name,
    question_text,
    rubric_for,
)
from edison.domain.errors import InvalidInput
from edison.domain.ids import ModelId, RubricId
from edison.domain.judging.judge import JudgeMode, check_content
from edison.domain.judging.rubric import checked
from edison.domain.models.model_call import Message

ONE = (uuid4(),)
ALL = tuple(Quality)


def test_all_criteria_make_a_rubric_that_keeps_every_rule() -> None:
    rubric = rubric_for(ALL)

    assert rubric.names == ("Clarity", "Difficulty", "Relevance", "Originality")
    assert checked(rubric.criteria, normalise=False) == rubric
    # In one order, however they were chosen, so that the same choice is the same rubric.
    assert rubric_for((Quality.RELEVANCE, Quality.CLARITY)).names == ("Clarity", "Relevance")
    assert rubric_for((Quality.CLARITY,)).criteria[0].weight == 1


@pytest.mark.parametrize(
    ("judges", "models", "criteria", "instructions", "field"),
    [
        (ONE, ONE, ALL, "", "models"),
        ((), (), ALL, "", "judges"),
        (tuple(uuid4() for _ in range(6)), (), ALL, "", "judges"),
        ((), ONE + ONE, ALL, "", "models"),
        ((), ONE, (), " ", "criteria"),
        (ONE, (), ALL, "Rate it", "instructions"),
        ((), ONE, ALL, "x" * (MOST_INSTRUCTIONS + 1), "instructions"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(
    judges: tuple[UUID, ...],
    models: tuple[UUID, ...],
    criteria: tuple[Quality, ...],
    instructions: str,
    field: str,
) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_wish(judges, models, criteria, instructions)
    assert refused.value.field == field


def test_a_judge_goes_by_a_rubric_or_by_words_alone() -> None:
    model = ModelId(uuid4())
    said = "Rate the quality of this question from 1-10 and explain why."

    by_rubric = judge_for(model, "x" * MOST_INSTRUCTIONS, (RubricId(uuid4()), 1))
    by_words = judge_for(model, said, None)

    check_content(by_rubric)
    check_content(by_words)
    assert by_rubric.mode is JudgeMode.POINTWISE
    assert by_rubric.goal.endswith("x" * MOST_INSTRUCTIONS)
    assert (by_words.mode, by_words.instructions) == (JudgeMode.FREE_TEXT, said)
    assert len(judge_name("m" * 200)) == 100


def test_a_question_is_its_value_or_all_of_them_by_name() -> None:
    assert question_text({"question": "Why?"}) == "Why?"
    several = {"topic": "Birds", "chat": (Message(role="user", content="Why?"),)}
    assert question_text(several) == "topic: Birds\nchat: user: Why?"
