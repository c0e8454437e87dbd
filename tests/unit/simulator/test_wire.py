"""Small parts of the wire: AWS frames, Google tokens, where a key is found, whose path it is."""

import base64
import json
import struct
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

import pytest

from edison.simulator.protocol_paths import CallRoute, ListRoute, api_key, find
from edison.simulator.protocols.bedrock_protocol import event_frame
from edison.simulator.protocols.gemini_protocol import as_array
from edison.simulator.protocols.google_oauth import GRANT, token_reply


def unframed(frame: bytes) -> tuple[dict[str, str], bytes]:
    """Read a frame by the book, with both of its checksums."""
    total, headers_length = struct.unpack(">II", frame[:8])
    assert total == len(frame)
    assert struct.unpack(">I", frame[8:12])[0] == crc32(frame[:8])
    assert struct.unpack(">I", frame[-4:])[0] == crc32(frame[:-4])
    rest, headers = frame[12 : 12 + headers_length], dict[str, str]()
    while rest:
        name_length = rest[0]
        name = rest[1 : 1 + name_length].decode()
        kind, length = struct.unpack(">BH", rest[1 + name_length : 4 + name_length])
        assert kind == 7
        headers[name] = rest[4 + name_length : 4 + name_length + length].decode()
        rest = rest[4 + name_length + length :]
    return headers, frame[12 + headers_length : -4]


def test_a_frame_says_its_length_its_kind_and_its_checksums() -> None:
    headers, payload = unframed(event_frame("messageStart", b'{"role":"assistant"}'))

    assert payload == b'{"role":"assistant"}'
    assert headers == {
        ":event-type": "messageStart",
        ":content-type": "application/json",
        ":message-type": "event",
    }


def test_a_google_stream_without_sse_is_one_json_array() -> None:
    chunks = [b'data: {"a":1}\r\n\r\n', b'data: {"a":2}\r\n\r\n']

    assert json.loads(b"".join(as_array(chunks))) == [{"a": 1}, {"a": 2}]


def assertion(issuer: str) -> str:
    claims = base64.urlsafe_b64encode(json.dumps({"iss": issuer}).encode()).decode().rstrip("=")
    return f"head.{claims}.signature"


@pytest.mark.parametrize(
    ("form", "status", "word"),
    [
        ({"grant_type": GRANT, "assertion": assertion("me@p.example")}, 200, "access_token"),
        ({"grant_type": GRANT, "assertion": assertion("invalid@p.example")}, 400, "invalid_grant"),
        ({"grant_type": GRANT, "assertion": "nonsense"}, 400, "invalid_grant"),
        ({"grant_type": "password"}, 400, "unsupported_grant_type"),
    ],
)
def test_an_assertion_is_changed_for_a_token(form: dict[str, str], status: int, word: str) -> None:
    reply = token_reply(urlencode(form).encode())

    assert (reply.status, word in reply.body.decode()) == (status, True)


@pytest.mark.parametrize(
    ("headers", "query", "key"),
    [
        ({"authorization": "Bearer one"}, {}, "one"),
        ({"x-api-key": "two"}, {}, "two"),
        ({"api-key": "three"}, {}, "three"),
        ({"x-goog-api-key": "four"}, {}, "four"),
        ({}, {"key": "five"}, "five"),
        ({"authorization": "AWS4-HMAC-SHA256 Credential=AKIA6/20250101/x, Signature=y"}, {}, "AKIA6"),
        ({}, {}, ""),
    ],
)  # fmt: skip
def test_a_key_is_found_where_its_provider_puts_it(
    headers: dict[str, str], query: dict[str, str], key: str
) -> None:
    assert api_key(headers, query) == key


@pytest.mark.parametrize(
    ("path", "speaker", "model", "stream"),
    [
        ("/v1/chat/completions", "openai", "", False),
        ("/openai/deployments/my-gpt/chat/completions", "azure", "my-gpt", False),
        ("/v1/messages", "anthropic", "", False),
        ("/v1beta/models/sim-small:generateContent", "gemini", "sim-small", False),
        ("/v1beta/models/sim-small:streamGenerateContent", "gemini", "sim-small", True),
        ("/v1/projects/p/locations/l/publishers/google/models/m:generateContent", "vertex", "m", False),
        ("/model/eu.vendor.m-v1:0/converse", "bedrock", "eu.vendor.m-v1:0", False),
        ("/model/m/converse-stream", "bedrock", "m", True),
        ("/api/chat", "ollama", "", False),
    ],
)  # fmt: skip
def test_a_path_leads_to_its_protocol(path: str, speaker: str, model: str, stream: bool) -> None:
    route: Any = find("POST", path, {})

    assert isinstance(route, CallRoute)
    assert (route.speaker.name, route.model, route.stream) == (speaker, model, stream)


@pytest.mark.parametrize(
    ("headers", "speaker"),
    [({}, "openai"), ({"anthropic-version": "2023-06-01"}, "anthropic"), ({"x-goog-api-key": "k"}, "gemini")],
)  # fmt: skip
def test_a_listing_is_in_the_words_of_who_asks(headers: dict[str, str], speaker: str) -> None:
    route = find("GET", "/v1/models", headers)

    assert isinstance(route, ListRoute)
    assert route.speaker.name == speaker
    assert b"sim-small" in route.listing()


def test_what_is_no_path_of_a_provider_leads_nowhere() -> None:
    assert find("POST", "/v1/other", {}) is None
    assert find("DELETE", "/v1/models", {}) is None
