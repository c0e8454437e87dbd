"""What a prompt's words ask for, and answers held against it."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.model_call import TEXT, Message, OutputFormat
from edison.domain.prompts.output_contract import (
    ContractKind,
    Parsed,
    detected,
    format_asked,
    parse,
)
from edison.domain.prompts.prompt import FewShot, OutputContract, PromptContent

SCHEMA: dict[str, Any] = {"type": "object", "required": ["score"]}
# Only ends the wait for a version that takes quadratic time, which would be minutes.
PATIENCE_S = 30.0


def saying(text: str, **more: Any) -> PromptContent:
    return PromptContent(messages=(Message(role="user", content=text),), **more)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (saying("Say hello"), "text"),
        (saying("Answer in <response> tags"), "response"),
        (saying("End with </Response>"), "response"),
        (saying("Answer in JSON."), "json"),
        (saying("a json-object"), "json"),
        (saying("the file data.json"), "json"),
        (saying("json_schema"), "json"),
        (saying("Jsonify or JSONL, bjson"), "text"),
        (saying("Put JSON into <response>"), "response_json"),
        (saying("Summarise {{json}} and {{json_input}}"), "text"),
        (saying("Hello", system="Answer in JSON"), "json"),
        (
            saying("Hi", few_shots=(FewShot(user="a", assistant="<response>b</response>"),)),
            "response",
        ),
        (saying("Answer in JSON", output=OutputContract(kind="text")), "text"),
        (saying("Hello", output=OutputContract(kind="schema", schema=SCHEMA)), "schema"),
    ],
)
def test_the_words_of_the_prompt_say_what_is_expected(
    content: PromptContent, kind: ContractKind
) -> None:
    """PRUI-CORE-7, -8, -9"""
    assert detected(content) == kind


@pytest.mark.parametrize(
    ("text", "parsed", "problem"),
    [
        ("<response>Paris</response>", "Paris", None),
        ("Sure!\n<response>\n Paris \n</response>\nDone.", "Paris", None),
        ("<RESPONSE>Paris</Response>", "Paris", None),
        ("<response></response>", "", None),
        (
            "<thinking>I write <response>no</response></thinking><response>yes</response>",
            "yes",
            None,
        ),
        ("Paris", None, "No <response>"),
        ("<response>Paris", None, "never closed"),
        ("Paris</response>", None, "No <response>"),
        ("</response>Paris<response>", None, "comes before"),
        ("<response>a</response><response>b</response>", None, "More than one"),
        ("<response>a<response>b</response></response>", None, "More than one"),
    ],
)
def test_the_response_section_is_taken_out_or_the_answer_is_malformed(
    text: str, parsed: str | None, problem: str | None
) -> None:
    """PRUI-CORE-7, -11"""
    result = parse("response", None, text)

    assert result.text == parsed
    assert (problem in (result.problem or "")) if problem else result.problem is None


@given(st.text().filter(lambda text: "response>" not in text.lower()))
def test_whatever_stands_in_the_section_is_its_text(text: str) -> None:
    assert parse("response", None, f"So: <response>{text}</response>").text == text.strip()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_value_is_json(value: Any) -> None:
    """PRUI-CORE-8"""
    text = json.dumps(value)

    assert parse("json", None, text) == Parsed(text=text)


@pytest.mark.parametrize("text", ["", "Paris", "{'a': 1}", '{"a": 1', "{} {}", "NaN", "[Infinity]"])
def test_what_is_no_json_is_malformed(text: str) -> None:
    result = parse("json", None, text)

    assert result.text is None
    assert (result.problem or "").startswith("Not JSON")


def test_json_in_a_fence_is_accepted_and_said_so() -> None:
    result = parse("json", None, '```json\n{"a": 1}\n```')

    assert (result.text, result.problem) == ('{"a": 1}', None)
    assert result.note == "The JSON was inside a code fence"


def test_with_both_the_response_comes_first_then_its_json() -> None:
    """PRUI-CORE-9"""
    assert parse("response_json", None, 'ok <response>{"a": 1}</response>').text == '{"a": 1}'
    assert "No <response>" in str(parse("response_json", None, '{"a": 1}').problem)
    assert "Not JSON" in str(parse("response_json", None, "<response>Paris</response>").problem)


def test_an_answer_is_held_against_its_schema() -> None:
    assert parse("schema", SCHEMA, '{"score": 1}').text == '{"score": 1}'
    assert "Does not fit the schema" in str(parse("schema", SCHEMA, "{}").problem)
    assert "Not JSON" in str(parse("schema", SCHEMA, "x").problem)


@given(st.text())
def test_plain_text_is_never_malformed(text: str) -> None:
    assert parse("text", None, text) == Parsed(text=text)


@pytest.mark.parametrize("kind", ["response", "json", "response_json"])
@pytest.mark.parametrize(
    "text",
    [
        "<response>" * 50_000,
        "</response>" * 50_000,
        "<thinking>" * 50_000,
        " " * 500_000,
        "[" * 500_000,
        "```json\n" + " " * 500_000,
        "9" * 500_000,
    ],
)
def test_hostile_answers_are_judged_quickly(kind: ContractKind, text: str) -> None:
    begun = time.perf_counter()

    assert parse(kind, None, text).text is None

    assert time.perf_counter() - begun < PATIENCE_S


def test_a_provider_is_only_asked_for_what_someone_set() -> None:
    assert format_asked(OutputContract()) == TEXT
    assert format_asked(OutputContract(kind="response_json")) == TEXT
    assert format_asked(OutputContract(kind="json")).kind == "json"
    asked = format_asked(OutputContract(kind="schema", schema=SCHEMA))
    assert asked == OutputFormat(kind="schema", schema=SCHEMA)


def test_an_empty_answer_in_plain_words_is_an_answer() -> None:
    """ARENA-3.4.8"""
    assert parse("text", None, "") == Parsed(text="")
