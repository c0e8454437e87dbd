"""JSON out of answers: fences go, what does not fit is an error."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.model_call import TEXT, OutputFormat
from edison.domain.models.structured_output import Malformed, problem_with, structured, unfenced

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"score": {"type": "integer", "minimum": 0, "maximum": 5}},
    "required": ["score"],
    "additionalProperties": False,
}
WANTED = OutputFormat(kind="schema", schema=SCHEMA)
# Only ends the wait for a version that takes quadratic time, which would be minutes.
PATIENCE_S = 30.0
JSON = OutputFormat(kind="json")


@pytest.mark.parametrize(
    "text",
    [
        '{"score": 3}',
        ' \n{"score": 3}\n',
        '```json\n{"score": 3}\n```',
        '```\n{"score": 3}\n```\n',
        '```JSON\n{"score":\n 3}```',
    ],
)
def test_fences_are_removed_before_parsing(text: str) -> None:
    """LLM-10.4.2"""
    assert structured(text, WANTED) == {"score": 3}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The score is 3", "Not JSON"),
        ('{"score": 3', "Not JSON"),
        ('{"score": 9}', "at score"),
        ('{"score": "3"}', "at score"),
        ("{}", "score"),
        ('{"score": 3, "more": 1}', "more"),
        ("[" * 100_000, "Not JSON"),
    ],
)
def test_what_does_not_fit_is_an_error_that_says_where(text: str, words: str) -> None:
    """LLM-10.4.3"""
    with pytest.raises(Malformed, match=words):
        structured(text, WANTED)

    assert problem_with(text, WANTED)


def test_json_mode_wants_an_object_and_text_wants_nothing() -> None:
    assert problem_with("[1]", JSON) == 'Does not fit the schema: [1] is not of type "object"'
    assert problem_with('{"a": 1}', JSON) is None
    assert problem_with("anything", TEXT) is None


def test_a_schema_that_is_none_is_said_to_be_the_problem() -> None:
    bad = OutputFormat(kind="schema", schema={"type": "no such type"})

    assert "schema cannot be used" in (problem_with("{}", bad) or "")


@pytest.mark.parametrize(
    "address", ["http://169.254.169.254/x", "https://example.com/s.json", "file:///etc/passwd"]
)
def test_a_schema_cannot_make_us_fetch_anything(address: str) -> None:
    """The unit tests allow no sockets: a request would fail them."""
    elsewhere = OutputFormat(kind="schema", schema={"$ref": address})

    assert "schema cannot be used" in (problem_with("{}", elsewhere) or "")


@given(st.dictionaries(st.text(), st.integers() | st.text() | st.none() | st.booleans()))
def test_any_object_comes_back_as_it_was(value: dict[str, Any]) -> None:
    assert structured(json.dumps(value), JSON) == value
    assert structured(f"```json\n{json.dumps(value)}\n```", JSON) == value


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    problem_with(text, WANTED)


def test_a_fence_of_spaces_is_read_in_linear_time() -> None:
    started = time.perf_counter()

    problem_with("```json\n" + " " * 1_000_000, OutputFormat(kind="json"))

    assert time.perf_counter() - started < PATIENCE_S


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("```json\n{}\n```", "{}\n"),
        ("  ```\n{}```  ", "{}"),
        ("```json\n```", ""),
        ("```json {} ```", "```json {} ```"),
        ("{}", "{}"),
        ("```\n", "```\n"),
        ("Here: ```json\n{}\n```", "Here: ```json\n{}\n```"),
    ],
)
def test_only_a_fence_around_everything_is_removed(text: str, inside: str) -> None:
    assert unfenced(text) == inside
