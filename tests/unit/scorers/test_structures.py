"""JSON, its schema and its fields; tool calls by name, arguments and order."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.errors import InvalidInput
from edison.domain.judging.score import Sample, Scored, ScoreProblem
from edison.domain.models.model_call import ToolCall
from edison.scorers import registry
from edison.scorers.field_match import NOTHING, at
from edison.scorers.strict_json import same
from tests.unit.scorers.judging import judged, judged_sample, problem, value

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text("ab/~.0", max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab/~.0", max_size=3), inner)
    ),
    max_leaves=8,
)


@given(JSON)
def test_what_was_written_as_json_is_valid_and_matches_itself(value_: Any) -> None:
    text = json.dumps(value_)

    assert value(judged("json_valid", text)) == 1.0
    assert same(value_, json.loads(text))


@pytest.mark.parametrize(
    "text", ["", "{", "{'a': 1}", "{a: 1}", "[1,]", "NaN", "-Infinity", "Here: {}", "{} {}", "01"]
)
def test_what_other_parsers_refuse_is_no_json(text: str) -> None:
    assert value(judged("json_valid", text)) == 0.0


def test_true_is_no_number() -> None:
    assert not same(True, 1)
    assert not same({"a": [0]}, {"a": [False]})
    assert same(1, 1.0)


@pytest.mark.parametrize("schema", [{"type": "nonsense"}, {"$ref": "https://example.com/x"}])
def test_a_schema_that_cannot_be_used_is_refused_before_a_run(schema: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as refused:
        registry.parse_spec({"kind": "json_schema", "json_schema": schema})

    assert refused.value.field == "json_schema"


def test_the_place_that_does_not_fit_is_named() -> None:
    schema = {"type": "object", "properties": {"a": {"items": {"type": "integer"}}}}

    verdict = judged("json_schema", '{"a": [1, "x"]}', json_schema=schema)

    assert "a/1" in verdict.reason


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("a.b.0", 1),
        ("a.b[1].c", 2),
        ("/a/b/0", 1),
        ("/x~1y", 3),
        ("a.b.9", NOTHING),
        ("a.b.-1", NOTHING),
        ("a.b.²", NOTHING),
        ("a.z", NOTHING),
        ("a.b.0.c", NOTHING),
    ],
)
def test_paths_lead_to_fields(path: str, found: Any) -> None:
    assert at({"a": {"b": [1, {"c": 2}]}, "x/y": 3}, path) == found


@given(st.dictionaries(st.text("ab/~.0", max_size=4), JSON, min_size=1))
def test_every_field_of_an_object_matches_itself(given_: dict[str, Any]) -> None:
    text = json.dumps(given_)

    assert value(judged("field_match", text, text)) == 1.0


def test_fields_that_differ_are_named() -> None:
    verdict = judged("field_match", '{"a": 1, "b": "X", "c": 3}', '{"a": 1, "b": "x", "c": 4}')

    assert isinstance(verdict, Scored)
    assert verdict.value == pytest.approx(1 / 3)
    assert verdict.passed is False
    assert verdict.reason == "1 of 3 fields match; not /b, /c"


def test_a_field_that_the_case_does_not_mention_is_not_held_against_the_answer() -> None:
    fields = [{"path": "a"}, {"path": "not.there"}]

    assert value(judged("field_match", '{"a": 1}', '{"a": 1}', fields=fields)) == 1.0
    assert problem(judged("field_match", '{"a": 1}', '{"b": 1}', fields=fields)) is (
        ScoreProblem.NOT_APPLICABLE
    )


def test_an_expected_answer_that_is_no_json_is_the_cases_fault() -> None:
    assert problem(judged("field_match", "{}", "Paris")) is ScoreProblem.SCORER_ERROR


def calling(*calls: tuple[str, dict[str, Any]]) -> Sample:
    made = tuple(
        ToolCall(id=str(n), name=name, arguments=json.dumps(arguments))
        for n, (name, arguments) in enumerate(calls)
    )
    return Sample(output="", parsed=None, malformed="no text", tool_calls=made)


NO_ARGUMENTS: dict[str, Any] = {}
AS_IT_IS: dict[str, Any] = {}
A, B = {"name": "a", "arguments": {"x": 1}}, {"name": "b"}


@pytest.mark.parametrize(
    ("made", "spec", "wanted"),
    [
        ((("a", {"x": 1}), ("b", NO_ARGUMENTS)), AS_IT_IS, 1.0),
        ((("b", NO_ARGUMENTS), ("a", {"x": 1})), AS_IT_IS, 0.5),
        ((("b", NO_ARGUMENTS), ("a", {"x": 1})), {"in_order": False}, 1.0),
        ((("a", {"x": 1, "y": 2}), ("b", NO_ARGUMENTS)), AS_IT_IS, 0.5),
        ((("a", {"x": 1, "y": 2}), ("b", NO_ARGUMENTS)), {"arguments": "subset"}, 1.0),
        ((("a", {"x": 7}), ("b", NO_ARGUMENTS)), {"arguments": "ignore"}, 1.0),
        ((("a", {"x": 1}), ("c", NO_ARGUMENTS), ("b", NO_ARGUMENTS)), AS_IT_IS, 2 / 3),
        ((("a", {"x": 1}), ("c", NO_ARGUMENTS), ("b", NO_ARGUMENTS)), {"allow_others": True}, 1.0),
        ((("b", NO_ARGUMENTS),), AS_IT_IS, 0.5),
        ((), AS_IT_IS, 0.0),
    ],
)
def test_tool_calls_are_matched(
    made: tuple[tuple[str, dict[str, Any]], ...], spec: dict[str, Any], wanted: float
) -> None:
    verdict = judged_sample("tool_calls", calling(*made), calls=[A, B], **spec)

    assert value(verdict) == pytest.approx(wanted)


def test_a_loose_wish_does_not_take_the_call_of_a_strict_one() -> None:
    loose, strict = {"name": "a"}, {"name": "a", "arguments": {"x": 1}}
    sample = calling(("a", {"x": 1}), ("a", {"x": 2}))

    verdict = judged_sample("tool_calls", sample, calls=[loose, strict], in_order=False)

    assert value(verdict) == 1.0


def test_an_answer_of_tool_calls_alone_is_not_failed_for_having_no_text() -> None:
    assert value(judged_sample("tool_calls", calling(("b", {})), calls=[B])) == 1.0


def test_wanted_calls_that_make_no_sense_are_the_cases_fault() -> None:
    sample = Sample(output="", parsed="", expected='[{"tool": "a"}]')

    assert problem(judged_sample("tool_calls", sample)) is ScoreProblem.SCORER_ERROR
