"""Generating questions: what is refused before anything is paid for, and what is said when it fails."""

import pytest

from edison.domain.assists.case_generation import (
    LEVELS,
    failure_in_words,
    in_level,
    must_fit_context,
    name_for,
    require_enough_detail,
    variables_for,
)
from edison.domain.errors import InvalidInput
from edison.domain.models.model_call import Failed, FailureCode


def test_every_difficulty_comes_into_its_level() -> None:
    for level, (low, high) in LEVELS.items():
        for difficulty in range(1, 6):
            assert low <= in_level(difficulty, level) <= high
    # Where any will do, a mistake stays one.
    assert in_level(9, "mixed") == 9


def test_values_are_those_named_or_those_there_or_a_question() -> None:
    assert variables_for(("a", "b", "a"), ("c",), 20) == ("a", "b")
    assert variables_for((), ("message", "name"), 20) == ("message", "name")
    assert variables_for((), (), 20) == ("question",)
    with pytest.raises(InvalidInput, match="the dataset has 21 columns, but at most 20") as refused:
        variables_for((), [str(number) for number in range(21)], 20)
    assert refused.value.field == "input.variables"


def test_hints_alone_must_say_enough() -> None:
    require_enough_detail(hints="x" * 20, fewest=20, others=False)
    require_enough_detail(hints="", fewest=20, others=True)
    with pytest.raises(InvalidInput, match="Say what the cases are about"):
        require_enough_detail(hints="too short", fewest=20, others=False)


def test_a_prompt_beyond_the_context_is_refused_with_its_size() -> None:
    """ARENA-3.2.11"""
    must_fit_context("m", 8_192, 8_192)
    must_fit_context("m", 10**9, None)
    with pytest.raises(InvalidInput) as refused:
        must_fit_context("tiny", 9_000, 8_192)
    assert refused.value.message.startswith(
        "Generation failed: the generation prompt is too long for tiny."
    )
    assert "9,000" in refused.value.message
    assert "8,192" in refused.value.message


@pytest.mark.parametrize("code", FailureCode)
def test_every_failure_has_words(code: FailureCode) -> None:
    """ARENA-3.2.8, ARENA-3.2.9"""
    said = failure_in_words(Failed(code=code, message="It said\n so."))

    assert said.startswith("Generation failed: ")
    assert said.endswith("It said so.")
    assert failure_in_words(Failed(code=code, message="")).removeprefix("Generation failed: ")


def test_the_usual_failures_are_told_apart() -> None:
    words = {
        FailureCode.TIMED_OUT: "timed out",
        FailureCode.RATE_LIMITED: "rate limit",
        FailureCode.INVALID_KEY: "key",
        FailureCode.REFUSED: "content filter",
        FailureCode.UNREACHABLE: "could not be reached",
        FailureCode.TOO_LONG: "too long",
    }
    for code, part in words.items():
        assert part in failure_in_words(Failed(code=code, message=""))


def test_a_dataset_is_called_after_what_was_asked_for() -> None:
    assert name_for("bread", ("logic",), "hints") == "Questions about bread"
    assert name_for("", ("logic", "coding"), "hints") == "Questions: logic, coding"
    assert name_for("", (), "one two") == "Questions: one two"
    assert name_for("", (), "") == "Generated questions"
