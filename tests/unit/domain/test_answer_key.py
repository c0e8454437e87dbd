"""Two calls have one key if and only if nothing about them differs."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.ids import CredentialId, ProjectId
from edison.domain.models.answer_key import EndpointIdentity, answer_key, answer_key_parts
from edison.domain.models.model_call import Message, ModelCall, OutputFormat, Tool, ToolCall
from edison.domain.models.parameters import NAMES, Parameters
from edison.domain.models.provider import Endpoint, Provider

PROJECT = ProjectId(UUID(int=1))
HERE = EndpointIdentity(provider=Provider.OPENAI, origin="https://api.openai.com/v1")
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "number"}, "b": {}}}
WISH = ToolCall(id="1", name="look", arguments="{}")
CALL = ModelCall(
    model="gpt-4o",
    messages=(
        Message(role="system", content="Be brief."),
        Message(role="assistant", content="", tool_calls=(WISH,)),
        Message(role="tool", content="7", tool_call_id="1"),
    ),
    parameters=Parameters(temperature=0.5, max_tokens=10, seed=3, stop=("a", "b")),
    tools=(Tool(name="look", description="Looks", parameters=SCHEMA),),
    output=OutputFormat(kind="schema", name="answer", schema=SCHEMA),
)


def _first(call: ModelCall, **changes: Any) -> ModelCall:
    return replace(call, messages=(replace(call.messages[0], **changes), *call.messages[1:]))


def _wish(call: ModelCall, **changes: Any) -> ModelCall:
    asked = replace(call.messages[1], tool_calls=(replace(WISH, **changes),))
    return replace(call, messages=(call.messages[0], asked, call.messages[2]))


def _tool(call: ModelCall, **changes: Any) -> ModelCall:
    return replace(call, tools=(replace(call.tools[0], **changes),))


def _given(call: ModelCall, **changes: Any) -> ModelCall:
    return replace(call, parameters=replace(call.parameters, **changes))


def _output(call: ModelCall, **changes: Any) -> ModelCall:
    return replace(call, output=replace(call.output, **changes))


CHANGES: dict[str, Callable[[ModelCall], ModelCall]] = {
    "model": lambda call: replace(call, model="gpt-4o-mini"),
    "role": lambda call: _first(call, role="user"),
    "content": lambda call: _first(call, content="Be brief"),
    "wish id": lambda call: _wish(call, id="2"),
    "wish name": lambda call: _wish(call, name="see"),
    "wish arguments": lambda call: _wish(call, arguments="{ }"),
    "answered wish": lambda call: replace(
        call, messages=(*call.messages[:2], replace(call.messages[2], tool_call_id="2"))
    ),
    "order of messages": lambda call: replace(call, messages=call.messages[::-1]),
    "one message less": lambda call: replace(call, messages=call.messages[:2]),
    "tool name": lambda call: _tool(call, name="see"),
    "tool description": lambda call: _tool(call, description="looks"),
    "tool parameters": lambda call: _tool(call, parameters={**SCHEMA, "required": ["a"]}),
    "no tools": lambda call: replace(call, tools=()),
    "output kind": lambda call: _output(call, kind="json"),
    "output name": lambda call: _output(call, name="reply"),
    "output schema": lambda call: _output(call, schema={"type": "object"}),
    "temperature": lambda call: _given(call, temperature=0.6),
    "no temperature": lambda call: _given(call, temperature=None),
    "temperature zero": lambda call: _given(call, temperature=0.0),
    "max_tokens": lambda call: _given(call, max_tokens=11),
    "top_p": lambda call: _given(call, top_p=1.0),
    "top_k": lambda call: _given(call, top_k=1),
    "frequency_penalty": lambda call: _given(call, frequency_penalty=1.0),
    "presence_penalty": lambda call: _given(call, presence_penalty=1.0),
    "seed": lambda call: _given(call, seed=4),
    "order of stops": lambda call: _given(call, stop=("b", "a")),
    "stops put together": lambda call: _given(call, stop=("a,b",)),
    "reasoning_effort": lambda call: _given(call, reasoning_effort="low"),
}


def test_any_change_of_the_call_changes_the_key() -> None:
    keys = {name: answer_key(PROJECT, HERE, change(CALL), 0) for name, change in CHANGES.items()}
    keys["nothing"] = answer_key(PROJECT, HERE, CALL, 0)
    assert len(set(keys.values())) == len(keys)


def test_the_changes_above_reach_every_parameter() -> None:
    assert {name.split()[-1] for name in CHANGES} | {"stop"} >= NAMES


def test_any_change_around_the_call_changes_the_key() -> None:
    elsewhere = replace(HERE, origin="https://proxy.test/v1")
    other = replace(HERE, provider=Provider.COMPATIBLE)
    keys = {
        answer_key(PROJECT, HERE, CALL, 0),
        answer_key(PROJECT, HERE, CALL, 1),
        answer_key(PROJECT, HERE, CALL, 0, frozenset({"seed"})),
        answer_key(PROJECT, elsewhere, CALL, 0),
        answer_key(PROJECT, other, CALL, 0),
        answer_key(ProjectId(UUID(int=2)), HERE, CALL, 0),
    }
    assert len(keys) == 6


FINITE = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | FINITE | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(), JSON, max_size=5)
NUMBERS = st.none() | FINITE


def _turned(value: Any) -> Any:
    """The same JSON with the keys of every object in the opposite order."""
    if isinstance(value, dict):
        items = list(cast("dict[str, Any]", value).items())
        return {name: _turned(item) for name, item in reversed(items)}
    if isinstance(value, list):
        return [_turned(item) for item in cast("list[Any]", value)]
    return value


@given(OBJECTS)
def test_the_order_of_keys_does_not_count(schema: dict[str, Any]) -> None:
    turned = _turned(schema)
    one = _output(_tool(CALL, parameters=schema), schema=schema)
    two = _output(_tool(CALL, parameters=turned), schema=turned)
    assert answer_key(PROJECT, HERE, one, 0) == answer_key(PROJECT, HERE, two, 0)


@given(OBJECTS, OBJECTS)
def test_two_schemas_have_one_key_only_if_they_are_equal(
    one: dict[str, Any], two: dict[str, Any]
) -> None:
    same_key = answer_key(PROJECT, HERE, _output(CALL, schema=one), 0) == answer_key(
        PROJECT, HERE, _output(CALL, schema=two), 0
    )
    assert same_key == (_told_apart(one) == _told_apart(two))


def _told_apart(value: Any) -> Any:
    """A value in which 1 and 1.0 are one number, but 1 and true are two values."""
    match value:
        case bool() | None | str():
            return (type(value).__name__, value)
        case int() | float():
            return ("number", Fraction(value))
        case list():
            return ("list", tuple(_told_apart(item) for item in cast("list[Any]", value)))
        case _:
            items = cast("dict[str, Any]", value).items()
            return ("object", frozenset((name, _told_apart(item)) for name, item in items))


@given(
    st.tuples(st.text(), st.text(), NUMBERS, st.integers(0, 3)),
    st.tuples(st.text(), st.text(), NUMBERS, st.integers(0, 3)),
)
def test_two_calls_have_one_key_only_if_they_are_equal(
    one: tuple[str, str, float | None, int], two: tuple[str, str, float | None, int]
) -> None:
    def key(values: tuple[str, str, float | None, int]) -> str:
        first, second, temperature, trial = values
        messages = (Message(role="system", content=first), Message(role="user", content=second))
        call = ModelCall(
            model="m", messages=messages, parameters=Parameters(temperature=temperature)
        )
        return answer_key(PROJECT, HERE, call, trial)

    assert (key(one) == key(two)) == (one == two)


@given(st.integers(0, 2))
def test_a_whole_number_is_the_same_temperature_with_and_without_a_point(value: int) -> None:
    whole, pointed = _given(CALL, temperature=value), _given(CALL, temperature=float(value))
    assert answer_key(PROJECT, HERE, whole, 0) == answer_key(PROJECT, HERE, pointed, 0)


def test_a_parameter_that_is_not_sent_does_not_count() -> None:
    without = _given(CALL, temperature=None)
    dropped = frozenset({"temperature", "no such name"})
    assert answer_key(PROJECT, HERE, CALL, 0, dropped) == answer_key(PROJECT, HERE, without, 0)


def test_a_key_is_the_digest_of_what_is_shown() -> None:
    parts = answer_key_parts(PROJECT, HERE, CALL, 2, frozenset({"seed"}))
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert answer_key(PROJECT, HERE, CALL, 2, frozenset({"seed"})) == digest
    assert set(parts) == {
        "version",
        "project",
        "provider",
        "origin",
        "model",
        "messages",
        "parameters",
        "tools",
        "output",
        "trial",
    }
    assert parts["parameters"] == {"temperature": 0.5, "max_tokens": 10, "stop": ["a", "b"]}


def test_keys_do_not_change_from_one_release_to_the_next() -> None:
    """If this fails, every stored answer is lost: raise KEY_VERSION on purpose or mend the change."""
    assert answer_key(PROJECT, HERE, CALL, 0) == KNOWN_KEY


KNOWN_KEY = "f5663933928374b7adb22d29478be58a700d8a8b356134f4b6dbe190282f43af"


def test_half_of_a_surrogate_pair_has_a_key_too() -> None:
    keys = {answer_key(PROJECT, HERE, _first(CALL, content=text), 0) for text in ("\ud800", "?")}
    assert len(keys) == 2


def _endpoint(base_url: str, key: str = "sk-secret", number: int = 1) -> Endpoint:
    return Endpoint(
        credential=CredentialId(UUID(int=number)),
        provider=Provider.COMPATIBLE,
        config={"base_url": base_url},
        secrets={"api_key": key},
    )


def test_the_credential_is_no_part_of_who_answers() -> None:
    one = EndpointIdentity.of(_endpoint("https://one.test/v1", "sk-1", 1))
    two = EndpointIdentity.of(_endpoint("https://one.test/v1/", "sk-2", 2))
    assert one == two
    parts = json.dumps(answer_key_parts(PROJECT, one, CALL, 0))
    assert "sk-1" not in parts


@pytest.mark.parametrize(
    ("base_url", "origin"),
    [
        ("https://name:word@One.test:8443/v1?key=word#x", "https://one.test:8443/v1"),
        ("http://localhost:8000/v1/", "http://localhost:8000/v1"),
        ("", ""),
    ],
)
def test_an_origin_holds_no_secret(base_url: str, origin: str) -> None:
    assert EndpointIdentity.of(_endpoint(base_url)).origin == origin


def test_the_address_of_a_provider_stands_in_the_identity() -> None:
    vertex = Endpoint(
        credential=CredentialId(UUID(int=1)),
        provider=Provider.VERTEX,
        config={"location": "europe-west1", "project_id": "p"},
        secrets={},
    )
    assert EndpointIdentity.of(vertex).origin == "https://europe-west1-aiplatform.googleapis.com"
