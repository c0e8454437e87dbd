"""Streams may be cut anywhere and give the same answer; cut short, they give none."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.model_call import FailureCode
from edison.domain.models.provider import Provider
from edison.providers.wire.aws_event_stream import EventStreamReader
from edison.providers.wire.registry import WIRES
from edison.providers.wire.wire_protocol import Garbled, Wire, WireAnswer
from tests.unit.providers.wire.recordings import (
    ALL_WIRES,
    as_frame,
    as_frames,
    as_sse,
    as_stream,
    recorded,
    wire_for,
)
from tests.unit.providers.wire.test_answers import assert_same, places

STREAMS = recorded("streams")


def provider_of(name: str) -> Provider:
    return Provider[STREAMS[name]["provider"]]


def read(wire: Wire, pieces: list[bytes]) -> tuple[WireAnswer, list[str]]:
    reader = wire.stream()
    texts = [text for piece in pieces for text in reader.feed(piece)]
    return reader.finish(), texts


def split(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted(cuts), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]


@pytest.mark.parametrize("name", STREAMS)
def test_a_recorded_stream_is_read(name: str) -> None:
    answer, texts = read(wire_for(STREAMS[name]), [as_stream(STREAMS[name])])

    assert_same(answer, STREAMS[name]["expected"])
    assert "".join(texts).endswith(answer.text)


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_in_single_bytes_gives_the_same(name: str) -> None:
    data = as_stream(STREAMS[name])

    one_by_one, texts = read(wire_for(STREAMS[name]), [data[i : i + 1] for i in range(len(data))])

    assert_same(one_by_one, STREAMS[name]["expected"])
    assert texts == read(wire_for(STREAMS[name]), [data])[1]


@given(name=st.sampled_from(sorted(STREAMS)), data=st.data())
def test_any_split_of_the_bytes_gives_the_same(name: str, data: st.DataObject) -> None:
    whole = as_stream(STREAMS[name])
    cuts = data.draw(st.lists(st.integers(min_value=0, max_value=len(whole)), max_size=8))

    answer, texts = read(wire_for(STREAMS[name]), split(whole, cuts))

    assert_same(answer, STREAMS[name]["expected"])
    assert texts == read(wire_for(STREAMS[name]), [whole])[1]


@pytest.mark.parametrize(
    "name", [name for name in STREAMS if provider_of(name) is not Provider.BEDROCK]
)
def test_lines_may_end_like_on_windows(name: str) -> None:
    answer, _ = read(wire_for(STREAMS[name]), [as_sse(STREAMS[name]["events"], end="\r\n")])

    assert_same(answer, STREAMS[name]["expected"])


@pytest.mark.parametrize(
    "name", [name for name in STREAMS if provider_of(name) is not Provider.BEDROCK]
)
def test_a_stream_without_its_last_line_end_is_whole(name: str) -> None:
    answer, _ = read(wire_for(STREAMS[name]), [as_stream(STREAMS[name]).rstrip()])

    assert_same(answer, STREAMS[name]["expected"])


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_that_lacks_its_last_event_is_garbled(name: str) -> None:
    shorter = {**STREAMS[name], "events": STREAMS[name]["events"][:-1]}

    with pytest.raises(Garbled):
        read(wire_for(STREAMS[name]), [as_stream(shorter)])


@given(name=st.sampled_from(sorted(STREAMS)), data=st.data())
def test_a_stream_cut_before_its_end_is_garbled(name: str, data: st.DataObject) -> None:
    whole = as_stream(STREAMS[name])
    last = as_stream({**STREAMS[name], "events": STREAMS[name]["events"][-1:]})
    # Inside the last event, before what makes it whole.
    cut = data.draw(st.integers(min_value=0, max_value=len(whole) - min(len(last), 5)))

    with pytest.raises(Garbled):
        read(wire_for(STREAMS[name]), [whole[:cut]])


@given(wire=st.sampled_from(ALL_WIRES), pieces=st.lists(st.binary(max_size=60)))
def test_any_bytes_are_an_answer_or_garbled(wire: Wire, pieces: list[bytes]) -> None:
    with pytest.raises(Garbled):
        read(wire, pieces)


@given(name=st.sampled_from(sorted(STREAMS)), data=st.data())
def test_any_json_in_an_event_is_an_answer_or_garbled(name: str, data: st.DataObject) -> None:
    scalar = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
    value = data.draw(scalar | st.lists(scalar, max_size=2) | st.dictionaries(st.text(), scalar))
    events = json.loads(json.dumps(STREAMS[name]["events"]))
    holders = list(places([event["data"] for event in events if "data" in event]))
    holder, key = data.draw(st.sampled_from(holders))
    holder[key] = value

    reader = wire_for(STREAMS[name]).stream()
    reader.feed(as_stream({**STREAMS[name], "events": events}))
    try:
        answer = reader.finish()
    except Garbled:
        return
    assert isinstance(answer.text, str)


def opening(name: str) -> list[dict[str, Any]]:
    return STREAMS[name]["events"][:3]


@pytest.mark.parametrize(
    ("name", "error", "code"),
    [
        ("openai_text", {"error": {"message": "Boom", "code": 400}}, FailureCode.BAD_REQUEST),
        (
            "openai_text",
            {"error": {"message": "Boom", "type": "server_error", "code": None}},
            FailureCode.PROVIDER_ERROR,
        ),
        (
            "openrouter_comments",
            {"error": {"message": "Slow down", "code": 429}, "choices": []},
            FailureCode.RATE_LIMITED,
        ),
        (
            "anthropic_text",
            {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
            FailureCode.RATE_LIMITED,
        ),
        (
            "anthropic_text",
            {"type": "error", "error": {"type": "api_error", "message": "Oops"}},
            FailureCode.PROVIDER_ERROR,
        ),
        (
            "gemini_text",
            {"error": {"code": 503, "status": "UNAVAILABLE", "message": "Overloaded"}},
            FailureCode.PROVIDER_ERROR,
        ),
        (
            "gemini_text",
            {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "Slow"}},
            FailureCode.RATE_LIMITED,
        ),
    ],
)
def test_an_error_inside_a_stream_is_named(
    name: str, error: dict[str, Any], code: FailureCode
) -> None:
    reader = wire_for(STREAMS[name]).stream()
    reader.feed(as_sse([*opening(name), {"event": "error", "data": error}]))

    failure = reader.failure()

    assert failure is not None
    assert failure.code is code
    assert failure.message in json.dumps(error)
    with pytest.raises(Garbled):
        reader.finish()


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("throttlingException", FailureCode.RATE_LIMITED),
        ("internalServerException", FailureCode.PROVIDER_ERROR),
        ("validationException", FailureCode.BAD_REQUEST),
        ("modelStreamErrorException", FailureCode.PROVIDER_ERROR),
        ("serviceUnavailableException", FailureCode.PROVIDER_ERROR),
    ],
)
def test_an_exception_inside_a_bedrock_stream_is_named(kind: str, code: FailureCode) -> None:
    reader = WIRES[Provider.BEDROCK].stream()
    headers = {":exception-type": kind, ":message-type": "exception"}
    reader.feed(as_frames(opening("bedrock_text")) + as_frame(headers, b'{"message":"Too fast"}'))

    failure = reader.failure()

    assert failure is not None
    assert (failure.code, failure.message) == (code, "Too fast")
    with pytest.raises(Garbled, match="Too fast"):
        reader.finish()


@given(data=st.data())
def test_a_flipped_bit_in_a_bedrock_stream_is_found(data: st.DataObject) -> None:
    whole = bytearray(as_stream(STREAMS["bedrock_text"]))
    at = data.draw(st.integers(min_value=0, max_value=len(whole) - 1))
    whole[at] ^= 1 << data.draw(st.integers(min_value=0, max_value=7))

    with pytest.raises(Garbled):
        read(WIRES[Provider.BEDROCK], [bytes(whole)])


def test_headers_of_every_kind_are_passed_over() -> None:
    message = as_frame({":event-type": "x"}, b"{}")
    frame = EventStreamReader().feed(message)[0]

    assert frame.headers == {":event-type": "x"}
    assert frame.payload == b"{}"


def test_nothing_after_the_end_is_listened_to() -> None:
    data = as_stream(STREAMS["openai_text"])

    answer, texts = read(WIRES[Provider.OPENAI], [data, data])

    assert answer.text == "".join(texts) == "Grüß Gott 🙂"


def test_tool_calls_without_a_place_are_kept_apart() -> None:
    def whole(name: str) -> dict[str, Any]:
        call = {"id": f"call_{name}", "function": {"name": name, "arguments": {"a": 1}}}
        return {"data": {"choices": [{"delta": {"tool_calls": [call]}}]}}

    answer, _ = read(
        WIRES[Provider.COMPATIBLE], [as_sse([whole("first"), whole("second"), {"data": "[DONE]"}])]
    )

    assert [(call.name, call.arguments) for call in answer.tool_calls] == [
        ("first", '{"a":1}'),
        ("second", '{"a":1}'),
    ]
