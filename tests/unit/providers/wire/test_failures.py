"""Every recorded complaint gets its name; none repeats a key."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.model_call import FailureCode
from edison.domain.models.parameters import NAMES
from edison.domain.models.provider import Provider
from edison.providers.wire.error_text import ALIASES, shown
from edison.providers.wire.registry import WIRES
from edison.providers.wire.retry_after import span
from tests.unit.providers.wire.recordings import failures

RECORDED = failures()
KEYS = [
    "sk-proj-abcdefghijklmnop1234",
    "sk-ant-api03-abc_DEF-123456",
    "AIzaSyA1234567890abcdefghijk",
    "gsk_abcdefgh12345678",
    "AKIAIOSFODNN7EXAMPLE",
    "ya29.a0AfH6SMBx-y_z",
    "0123456789abcdef0123456789abcdef",
    "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlMTIz",
]


def bytes_of(body: Any) -> bytes:
    return body.encode() if isinstance(body, str) else json.dumps(body).encode()


@pytest.mark.parametrize(
    "recording",
    RECORDED,
    ids=lambda it: f"{it['provider']}-{it['status']}-{it['expected']['code']}",
)
def test_a_recorded_complaint_is_named(recording: dict[str, Any]) -> None:
    wire = WIRES[Provider[recording["provider"]]]

    failed = wire.failure(recording["status"], recording["headers"], bytes_of(recording["body"]))

    expected = recording["expected"]
    assert failed.code == expected["code"]
    assert failed.provider_code == expected["provider_code"]
    assert failed.parameter == expected["parameter"]
    assert failed.retry_after_s == pytest.approx(expected["retry_after_s"])
    assert failed.status == recording["status"]
    assert failed.message


def test_every_name_a_provider_can_give_is_recorded() -> None:
    ours = {
        FailureCode.UNREACHABLE,
        FailureCode.FORBIDDEN_ADDRESS,
        FailureCode.UNAVAILABLE,
        FailureCode.HELD_BACK,
        FailureCode.PARAMETER_REFUSED,
        FailureCode.APPLICATION_ERROR,
        FailureCode.MISSING_OUTPUT,
    }

    assert {item["expected"]["code"] for item in RECORDED} == set(FailureCode) - ours


def test_parameters_are_named_in_our_words() -> None:
    assert set(ALIASES.values()) == NAMES


def test_a_redirect_says_that_it_is_not_followed() -> None:
    failed = WIRES[Provider.OPENAI].failure(307, {"location": "http://10.0.0.1/"}, b"moved")

    assert failed.code is FailureCode.PROVIDER_ERROR
    assert "redirects are not followed" in failed.message
    assert "10.0.0.1" not in failed.message


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("around", ["Bad key: {}.", "key '{}' is wrong", "x {}", '{{"k":"{}"}}'])
def test_no_key_is_repeated(key: str, around: str) -> None:
    for wire in WIRES.values():
        body = json.dumps({"error": {"message": around.format(key)}}).encode()
        assert key not in wire.failure(401, {}, body).message
        assert key not in wire.failure(401, {}, around.format(key).encode()).message


def test_a_key_without_a_known_form_is_masked_where_it_is_called_one() -> None:
    assert "hunter2" not in shown("Incorrect API key provided: hunter2.")
    assert "hunter2" not in shown('{"api_key": "hunter2"}')


def test_numbers_of_tokens_are_not_masked() -> None:
    message = "max_tokens: 100000 > 64000, prompt is 208310 tokens"

    assert shown(message) == message


@given(text=st.text(max_size=3000))
def test_a_message_is_short_and_has_no_control_characters(text: str) -> None:
    message = shown(text)

    assert len(message) <= 500
    assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in message)
    message.encode()


@given(
    provider=st.sampled_from(sorted(WIRES)),
    status=st.integers(min_value=100, max_value=999),
    headers=st.dictionaries(
        st.sampled_from(
            [
                *("retry-after", "retry-after-ms", "date", "x-amzn-errortype"),
                *("x-ratelimit-reset-requests", "anthropic-ratelimit-tokens-reset"),
            ]
        ),
        st.text(max_size=30) | st.from_regex(r"\d{1,30}(\.\d+)?(ms|s|m)?", fullmatch=True),
    ),
    body=st.binary(max_size=100)
    | st.sampled_from([bytes_of(item["body"]) for item in RECORDED])
    | st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["error", "message", "code", "type", "details", "status", "param"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=10,
    ).map(bytes_of),
)
def test_any_complaint_gets_a_name_and_a_message(
    provider: Provider, status: int, headers: dict[str, str], body: bytes
) -> None:
    failed = WIRES[provider].failure(status, headers, body)

    assert failed.message
    assert failed.retry_after_s is None or 0 <= failed.retry_after_s <= 86_400
    assert failed.parameter is None or failed.parameter in NAMES


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("6m0s", 360), ("1.5s", 1.5), ("20ms", 0.02), ("1h2m3s", 3723), ("soon", None), ("", None)],
)
def test_a_span_of_time_is_read(text: str, seconds: float | None) -> None:
    assert span(text) == pytest.approx(seconds)


def test_a_date_that_has_passed_means_no_wait() -> None:
    headers = {"retry-after": "Sun, 15 Nov 2020 10:00:00 GMT"}

    assert WIRES[Provider.OPENAI].failure(429, headers, b"").retry_after_s == 0
