"""Small decisions of the HTTP floor: hosts, traces, where a stream goes on, clean texts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from edison.api.api_config import LOCAL_HOSTS, ApiConfig, host_name
from edison.api.base_views import Line, Paragraphs
from edison.api.event_stream import start_after
from edison.api.request_observer import start_trace, trace_id


@pytest.mark.parametrize(
    ("netloc", "host"),
    [
        ("localhost", "localhost"),
        ("LOCALHOST:8080", "localhost"),
        ("[::1]:8080", "[::1]"),
        ("user:pw@example.com:1", "example.com"),
        ("localhost.evil.com", "localhost.evil.com"),
        ("", ""),
    ],
)
def test_a_host_is_known_without_its_port(netloc: str, host: str) -> None:
    assert host_name(netloc) == host


@pytest.mark.parametrize(
    ("address", "secure"),
    [
        ("http://localhost:8080", False),
        ("http://127.0.0.1", False),
        ("http://[::1]:8080", False),
        ("https://edison.example.com", True),
        ("http://edison.example.com", True),
        ("http://localhost.evil.com", True),
    ],
)
def test_cookies_are_secure_everywhere_but_on_this_machine(address: str, secure: bool) -> None:
    """NFR-4.4.4"""
    config = ApiConfig(public_url=address, allowed_hosts=LOCAL_HOSTS)

    assert config.secure_cookies is secure


@pytest.mark.parametrize(
    ("last_event_id", "after", "start"),
    [
        (None, None, 10),
        (None, 3, 3),
        ("7", 3, 7),
        ("7", None, 7),
        ("0", None, 0),
        ("11", None, 10),
        (None, 99, 10),
        ("", 3, 3),
        ("x", 3, 3),
        ("-1", 3, 3),
        ("²", 3, 3),
        ("1" * 30, 3, 3),
    ],
)
def test_a_stream_goes_on_where_the_browser_left_off(
    last_event_id: str | None, after: int | None, start: int
) -> None:
    assert start_after(last_event_id, after, newest=10) == start


@given(st.text())
def test_any_header_yields_a_trace_id(header: str) -> None:
    assert re.fullmatch(r"[0-9a-f]{32}", start_trace(header))


def test_the_callers_trace_goes_on() -> None:
    trace = "0af7651916cd43dd8448eb211c80319c"

    assert start_trace(f"00-{trace}-b7ad6b7169203331-01") == trace == trace_id()
    assert start_trace(None) != trace


@given(st.text())
def test_a_line_has_no_control_characters_or_is_refused(text: str) -> None:
    """SEC-11.3.4"""
    try:
        line: str = TypeAdapter(Line).validate_python(text)
    except ValidationError:
        with pytest.raises(UnicodeEncodeError):
            text.encode()
        return
    assert not re.search(r"[\x00-\x1f\x7f]", line)
    assert line == line.strip()


def test_paragraphs_keep_their_breaks() -> None:
    text: str = TypeAdapter(Paragraphs).validate_python("a\tb\r\nc\x00\x1b\x7f ")

    assert text == "a\tb\r\nc"
