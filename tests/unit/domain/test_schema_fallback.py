"""The fallback for a rejected schema, and which errors reject the format and which only the schema."""

import json

import pytest

from edison.domain.models.model_call import Message, ModelCall, OutputFormat
from edison.domain.models.schema_fallback import in_json_mode
from edison.providers.wire.error_text import refused_parameter

SCHEMA = {"type": "object", "properties": {"größe": {"type": "string"}}}


def call(*messages: Message) -> ModelCall:
    return ModelCall(
        model="m", messages=messages, output=OutputFormat(kind="schema", schema=SCHEMA)
    )


def test_the_schema_becomes_part_of_the_system_message() -> None:
    user, system = Message(role="user", content="Hi"), Message(role="system", content="Be kind.")

    without = in_json_mode(call(user))
    with_system = in_json_mode(call(system, user))

    assert (without.output.kind, with_system.output.kind) == ("json", "json")
    assert [message.role for message in without.messages] == ["system", "user"]
    assert [message.role for message in with_system.messages] == ["system", "user"]
    assert with_system.messages[0].content.startswith("Be kind.\n\nAnswer with JSON")
    for asked in (without, with_system):
        assert asked.messages[-1] == user
        assert json.dumps(SCHEMA, ensure_ascii=False) in asked.messages[0].content


@pytest.mark.parametrize(
    ("message", "named", "found"),
    [
        (
            "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
            "response_format",
            "json_schema",
        ),
        ("response_format json_schema is not supported", "", "json_schema"),
        (
            "The parameter `response_format.type` is not valid: invalid value: `json_schema`, supported values are:"
            " `json_object` and `text`.",
            "response_format.type",
            "json_schema",
        ),
        ("This model does not support structured outputs", "", "json_schema"),
        (
            "Invalid schema for response_format 'answer': In context=(), 'minLength' is not permitted.",
            "response_format",
            None,
        ),
        ("json_schema: additionalProperties is not supported", "response_format", None),
        ("Unsupported parameter: 'temperature' is not supported", "temperature", "temperature"),
    ],
)
def test_only_a_rejected_format_is_remembered(message: str, named: str, found: str | None) -> None:
    assert refused_parameter(message, (), named) == found
