"""What a receiver says is quoted in the log of deliveries; the key in its address is not."""

import json
from time import perf_counter
from urllib.parse import quote

import pytest

from edison.channels.post_webhook import answer_in_words
from edison.network.guarded_http import Response
from tests.support.slowness import allowed

KEY = "T0ABCDEF/B0GHIJKL/x7Yz+=q9secretpart"
URL = f"https://hooks.example.com/services/{KEY}?room=Am0ngUs99"
# Only ends the wait for a version that takes quadratic time, which would be minutes.
PATIENCE_S = 30.0


def _said(body: str, status: int = 500) -> str:
    times = {"sent_at": 0.0, "first_byte_at": 0.0, "last_byte_at": 0.0}
    answer = Response(status=status, headers={}, body=body.encode(), **times)
    return answer_in_words(answer, URL)


@pytest.mark.parametrize(
    "body",
    [
        f"No such hook: {URL}",
        f"Cannot POST /services/{KEY}",
        f"unknown id {KEY.rpartition('/')[2]}",
        f"unknown {quote(KEY, safe='')}",
        json.dumps({"error": f"/services/{KEY} is gone", "room": "Am0ngUs99"}),
        "x" * 190 + f" {KEY}",
        "pad " * 700 + KEY,
    ],
)
def test_no_part_of_the_key_is_quoted(body: str) -> None:
    said = _said(body)

    for part in ("B0GHIJKL", "q9secret", "x7Yz", "Am0ngUs99"):
        assert part not in said, said
    assert said.startswith("The receiver answered 500")


hostile_words = pytest.mark.parametrize(
    "word", ["a", "eyJ", "DETAIL:", "secret", "Bearer ", "://:", "/"]
)


@hostile_words
def test_a_long_answer_made_to_be_slow_is_cut(word: str) -> None:
    began = perf_counter()

    said = _said(word * 1_000_000)

    assert len(said) < 260
    assert perf_counter() - began < PATIENCE_S


@pytest.mark.nightly
@hostile_words
def test_a_long_answer_made_to_be_slow_is_not(word: str) -> None:
    began = perf_counter()

    _said(word * 1_000_000)

    assert perf_counter() - began < allowed(0.1)


def test_what_the_receiver_says_is_quoted_and_short() -> None:
    assert _said("channel_is_archived", 404) == "The receiver answered 404: channel_is_archived"
    assert len(_said("word " * 500)) < 260
    assert _said("", 503) == "The receiver answered 503"
