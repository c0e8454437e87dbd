"""What is a grade and what is not: a grader's words never become a score by accident."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.judging.score import NotScored, Sample, Scored, ScoreProblem
from edison.domain.models.model_call import Message
from edison.scorers.grader import grade_of, grader_values

# Only ends the wait for a version that takes quadratic time, which would be minutes.
PATIENCE_S = 30.0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.7", 0.7),
        ("1", 1.0),
        ("0", 0.0),
        (" .5\n", 0.5),
        ("Score: 0.8", 0.8),
        ("**0.8**", 0.8),
        ("7/10", 0.7),
        ("85 / 100", 0.85),
        ("4 out of 5", 0.8),
        ("85%", 0.85),
        ("PASS", 1.0),
        ("Fail.", 0.0),
        ("true", 1.0),
        ("false", 0.0),
        ("Correct", 1.0),
        ("incorrect", 0.0),
        ("<response>0.9</response>", 0.9),
        ("<RESPONSE>0.9</Response>", 0.9),
        ("<thinking>I would say 0.2, or 3/10</thinking><response>0.9</response>", 0.9),
        ("<thinking>perhaps <response>0</response></thinking>\n1", 1.0),
        ("Good answer. <response>pass</response> As asked.", 1.0),
        ('{"score": 0.25, "reason": "half wrong"}', 0.25),
        ('```json\n{"score": 8, "scale": 10}\n```', 0.8),
        ('<response>{"pass": true, "explanation": "fine"}</response>', 1.0),
        ('{"grade": "7/10"}', 0.7),
        ('{"Score": "fail"}', 0.0),
    ],
)
def test_a_grade_is_read(text: str, value: float) -> None:
    verdict = grade_of(text)

    assert isinstance(verdict, Scored), verdict.reason
    assert verdict.value == pytest.approx(value)
    assert verdict.passed is (value >= 0.5)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "<response></response>",
        "<response>0.7",
        "0.7</response>",
        "</response>0.7<response>",
        "<response>0.7</response><response>0.1</response>",
        "I cannot grade this",
        "7",
        "85",
        "1.01",
        "-0.5",
        "11/10",
        "5/0",
        "120%",
        "0.5 or 0.7",
        "between 0 and 1",
        "not passed",
        "pass or fail",
        "nan",
        "Infinity",
        "1e3",
        "[0.5]",
        "{}",
        '{"score": null}',
        '{"score": 7}',
        '{"score": [1]}',
        '{"score": 0.5, "scale": 0}',
        '{"score": NaN}',
        '{"score": 0.5',
        "0,7",
        "0.7" * 1000,
    ],
)
def test_what_is_no_grade_is_an_error_and_never_a_default(text: str) -> None:
    verdict = grade_of(text)

    assert isinstance(verdict, NotScored)
    assert verdict.problem is ScoreProblem.JUDGE_ERROR
    assert verdict.reason


@given(st.text())
def test_any_text_gets_a_verdict(text: str) -> None:
    verdict = grade_of(text)

    assert verdict.reason
    assert isinstance(verdict, NotScored) or 0.0 <= verdict.value <= 1.0


@pytest.mark.parametrize(
    "text",
    ["<thinking>" * 50_000, "<response>" * 50_000, "score" * 100_000, "9" * 500_000, " " * 500_000],
)
def test_hostile_grades_are_read_in_linear_time(text: str) -> None:
    started = time.perf_counter()

    grade_of(text)

    assert time.perf_counter() - started < PATIENCE_S


def test_the_threshold_decides_what_passes_and_the_reason_is_kept() -> None:
    strict = grade_of('{"score": 0.6, "reason": "one mistake"}', pass_at=0.8)

    assert strict == Scored(value=0.6, passed=False, reason="one mistake")


def test_words_around_a_response_are_the_reason() -> None:
    verdict = grade_of("It misses a date.\n<response>0.5</response>")

    assert verdict.reason == "It misses a date."


def test_a_graders_template_sees_the_case_and_the_answer() -> None:
    sample = Sample(
        output="<response>Paris</response>",
        parsed="Paris",
        expected="Paris",
        values={"question": "Capital of France?", "output": "a trap"},
    )

    assert grader_values(sample) == {
        "question": "Capital of France?",
        "input": "question: Capital of France?\noutput: a trap",
        "expected": "Paris",
        "output": "Paris",
    }


def test_a_conversation_is_an_input_too() -> None:
    chat = (Message(role="user", content="Hi"), Message(role="assistant", content="Yes?"))

    values = grader_values(Sample(output="a", parsed=None, values={"chat": chat}))

    assert values == {
        "chat": chat,
        "input": "user: Hi\nassistant: Yes?",
        "expected": "",
        "output": "a",
    }
