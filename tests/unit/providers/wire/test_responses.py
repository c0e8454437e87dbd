"""What is particular to the Responses protocol: its items, its reasoning, and its two ways to fail after status 200."""

import json
from typing import Any

import pytest

from edison.domain.models.model_api import RESPONSES
from edison.domain.models.model_call import (
    FailureCode,
    FinishReason,
    Message,
    ModelCall,
    OutputFormat,
    ReasoningItem,
)
from edison.domain.models.parameters import NAMES, Parameters
from edison.domain.models.provider import Provider
from edison.providers.wire.registry import RESPONSES_WIRES, left_out, wire_of
from edison.providers.wire.wire_protocol import Garbled, WireRequest
from tests.unit.providers.wire.recordings import an_endpoint, as_sse, recorded
from tests.unit.providers.wire.sample_calls import (
    ALL_SET,
    CLOSED,
    OPEN,
    a_call,
    a_tool_talk,
)

WIRE = RESPONSES_WIRES[Provider.OPENAI]
REASONING = ReasoningItem(id="rs_1", encrypted="gAAAA", summary=("France.",))
TEXT_STREAM = recorded("streams")["openai_responses_reasoning_cached"]["events"]
ERRORS = {
    "server_error": FailureCode.PROVIDER_ERROR,
    "rate_limit_exceeded": FailureCode.RATE_LIMITED,
    "invalid_prompt": FailureCode.REFUSED,
}


def sent(
    call: ModelCall, provider: Provider = Provider.OPENAI, *, stream: bool = False
) -> WireRequest:
    endpoint = an_endpoint(provider, api=RESPONSES)
    return wire_of(endpoint, call).request(endpoint, call, stream=stream, bearer=None)


def body(call: ModelCall) -> dict[str, Any]:
    return json.loads(sent(call).body)


def test_a_plain_call_is_these_bytes() -> None:
    assert (
        sent(a_call("Grüße")).body
        == (
            '{"model":"some-model","input":[{"role":"user","content":"Grüße"}],"store":false,'
            '"include":["reasoning.encrypted_content"]}'
        ).encode()
    )


@pytest.mark.parametrize(
    ("provider", "url"),
    [
        (Provider.OPENAI, "https://api.openai.com/v1/responses"),
        (Provider.AZURE, "https://acme.openai.azure.com/openai/v1/responses"),
        (Provider.COMPATIBLE, "http://localhost:8000/v1/responses"),
        (Provider.SIMULATED, "http://localhost:9000/v1/responses"),
    ],
)
def test_a_call_goes_to_its_address(provider: Provider, url: str) -> None:
    assert sent(a_call("Hi"), provider).url == url


def test_azure_is_called_with_its_deployment_and_its_header() -> None:
    request = sent(a_call("Hi", model=""), Provider.AZURE)

    assert json.loads(request.body)["model"] == "my-gpt"
    assert request.headers["api-key"] == "the-key"


def test_each_parameter_is_sent_or_known_to_be_left_out() -> None:
    bare = body(a_call("Hi"))

    ignored = {
        name
        for name in NAMES
        if body(a_call("Hi", parameters=ALL_SET.without(NAMES - {name}))) == bare
    }

    assert ignored == left_out(Provider.OPENAI, RESPONSES)


def test_effort_limit_and_sampling_have_their_names() -> None:
    given = body(a_call("Hi", parameters=ALL_SET))

    assert given["reasoning"] == {"effort": "low"}
    assert given["max_output_tokens"] == 5000
    assert (given["temperature"], given["top_p"]) == (0.5, 0.9)


def test_a_talk_with_tools_is_a_list_of_items() -> None:
    given = body(a_tool_talk())

    assert given["instructions"] == "Use tools."
    assert given["input"] == [
        {"role": "user", "content": "Weather and time in Paris?"},
        {
            "type": "function_call",
            "call_id": "call_1",
            "name": "weather",
            "arguments": '{"city":"Paris"}',
        },
        {"type": "function_call", "call_id": "call_2", "name": "clock", "arguments": ""},
        {"type": "function_call_output", "call_id": "call_1", "output": "18 degrees"},
        {"type": "function_call_output", "call_id": "call_2", "output": "noon"},
    ]
    # Otherwise the protocol would enforce a schema that chat completions does not.
    assert [tool["strict"] for tool in given["tools"]] == [False, False]


def test_reasoning_goes_before_the_turn_that_it_led_to() -> None:
    turn = Message(role="assistant", content="Paris", reasoning=(REASONING,))
    given = body(ModelCall(model="m", messages=(turn, Message(role="user", content="Sure?"))))

    assert given["input"][0] == {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": "France."}],
        "encrypted_content": "gAAAA",
    }
    assert given["input"][1] == {"role": "assistant", "content": "Paris"}


def test_a_system_message_alone_is_the_input() -> None:
    given = body(ModelCall(model="m", messages=(Message(role="system", content="Say hi."),)))

    assert given["input"] == [{"role": "system", "content": "Say hi."}]
    assert "instructions" not in given


def test_json_is_spoken_of_in_the_input_because_instructions_do_not_count() -> None:
    messages = (Message(role="system", content="Use JSON."), Message(role="user", content="Hi"))
    call = ModelCall(model="m", messages=messages, output=OutputFormat(kind="json"))

    given = body(call)

    assert given["text"] == {"format": {"type": "json_object"}}
    assert "JSON" in given["input"][0]["content"]


@pytest.mark.parametrize(("schema", "strict"), [(CLOSED, True), (OPEN, False)])
def test_a_schema_is_enforced_only_where_it_can_be(schema: dict[str, Any], strict: bool) -> None:
    given = body(a_call("Hi", output=OutputFormat(kind="schema", name="my answer", schema=schema)))

    assert given["text"]["format"] == {
        "type": "json_schema",
        "name": "my_answer",
        "schema": schema,
        "strict": strict,
    }


def test_moderation_has_one_protocol() -> None:
    call = a_call("Hi", model="omni-moderation-latest", task="moderate")

    assert sent(call).url == "https://api.openai.com/v1/moderations"


def test_reasoning_is_read_with_its_encrypted_content() -> None:
    recording = recorded("answers")["openai_responses_reasoning_cached"]

    answer = WIRE.answer(json.dumps(recording["body"]).encode())

    [item] = answer.reasoning
    assert (item.id, item.encrypted) == ("rs_1", "gAAAAABn8s2k")
    assert item.summary == ("Thinking of capitals.",)


def test_the_reasoning_of_a_stream_is_that_of_the_complete_item() -> None:
    reader = WIRE.stream()
    reader.feed(as_sse(TEXT_STREAM))

    assert [item.encrypted for item in reader.finish().reasoning] == ["gAAAAABn8s2k"]


@pytest.mark.parametrize(("code", "failure"), ERRORS.items())
def test_a_failed_response_with_status_200_is_named(code: str, failure: FailureCode) -> None:
    failed: dict[str, Any] = {"object": "response", "status": "failed", "output": [], "usage": None}
    error = {"code": code, "message": "The model has stopped"}

    with pytest.raises(Garbled, match="has stopped") as caught:
        WIRE.answer(json.dumps({**failed, "error": error}).encode())

    assert caught.value.failure is not None
    assert caught.value.failure.code is failure


@pytest.mark.parametrize(("code", "failure"), ERRORS.items())
@pytest.mark.parametrize("nested", [False, True])
def test_an_error_event_is_named(code: str, failure: FailureCode, nested: bool) -> None:
    """The reference has its fields in the event, and the service sends them in an object of the event as well."""
    error: dict[str, Any] = {"code": code, "message": "The model has stopped", "param": None}
    event = {"type": "error", "sequence_number": 3, **({"error": error} if nested else error)}

    assert_stream_fails({"event": "error", "data": event}, failure)


@pytest.mark.parametrize(("code", "failure"), ERRORS.items())
def test_a_failed_event_is_named(code: str, failure: FailureCode) -> None:
    response = {"status": "failed", "error": {"code": code, "message": "The model has stopped"}}
    event = {"type": "response.failed", "sequence_number": 3, "response": response}

    assert_stream_fails({"event": "response.failed", "data": event}, failure)


def assert_stream_fails(event: dict[str, Any], code: FailureCode) -> None:
    reader = WIRE.stream()
    reader.feed(as_sse([*TEXT_STREAM[:8], event]))

    failure = reader.failure()

    assert failure is not None
    assert (failure.code, failure.message) == (code, "The model has stopped")
    with pytest.raises(Garbled):
        reader.finish()


@pytest.mark.parametrize("status", ["in_progress", "queued", "cancelled", "", None])
def test_a_response_without_an_end_is_garbled(status: str | None) -> None:
    with pytest.raises(Garbled):
        WIRE.answer(json.dumps({"status": status, "output": []}).encode())


def test_an_incomplete_answer_for_another_reason_ends_for_an_unknown_one() -> None:
    why = {"reason": "new"}
    document: dict[str, Any] = {"status": "incomplete", "incomplete_details": why, "output": []}

    assert WIRE.answer(json.dumps(document).encode()).finish is FinishReason.UNKNOWN


def test_remarks_before_a_tool_call_are_not_streamed_as_the_answer() -> None:
    recording = recorded("streams")["openai_responses_commentary"]
    reader = WIRE.stream()

    assert "".join(reader.feed(as_sse(recording["events"]))) == "Paris"


def test_an_effort_of_none_is_sent_as_it_is() -> None:
    given = body(a_call("Hi", parameters=Parameters(reasoning_effort="none")))

    assert given["reasoning"] == {"effort": "none"}
