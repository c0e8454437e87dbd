"""An answer comes back from the cache as it was, and says so."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain.models.model_call import Answered, FinishReason, ReusedFrom, ToolCall
from edison.domain.models.token_usage import Usage
from edison.domain.money import MicroUsd
from edison.providers.cached_answers import from_store, to_store
from edison.store.repositories.models.reusable_answers import StoredAnswer

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
DAY = timedelta(days=1)
# What PostgreSQL can hold: no zero character, no half of a surrogate pair.
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
FINITE = st.floats(allow_nan=False, allow_infinity=False)
RAW = st.dictionaries(
    TEXT,
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | FINITE | TEXT,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
        max_leaves=6,
    ),
    max_size=4,
)
COUNT = st.integers(0, 10**9)
ANSWERS = st.builds(
    Answered,
    text=TEXT,
    finish=st.sampled_from(FinishReason),
    usage=st.none()
    | st.builds(
        Usage,
        input=COUNT,
        cache_read=COUNT,
        cache_write=COUNT,
        output=COUNT,
        reasoning=COUNT,
        raw=RAW,
    ),
    cost=st.none() | st.integers(0, 10**12).map(MicroUsd),
    latency_ms=st.floats(0, 1e7),
    attempts=st.integers(1, 10),
    tool_calls=st.lists(st.builds(ToolCall, id=TEXT, name=TEXT, arguments=TEXT), max_size=3).map(
        tuple
    ),
    first_token_ms=st.none() | st.floats(0, 1e7),
    model=TEXT,
    dropped=st.lists(TEXT, max_size=3).map(tuple),
    reused=st.none(),
)
PLAIN = Answered(
    text="Paris",
    finish=FinishReason.STOP,
    usage=Usage(input=3, output=1),
    cost=MicroUsd(12),
    latency_ms=200.0,
    attempts=1,
)


def _stored(answered: Answered, keep_for: timedelta = DAY) -> StoredAnswer | None:
    return to_store("k", answered, model="m", origin="try 1", now=NOW, keep_for=keep_for)


@given(ANSWERS)
def test_an_answer_comes_back_exactly(answered: Answered) -> None:
    stored = _stored(answered)
    assert stored is not None
    through_json = replace(stored, answer=json.loads(json.dumps(stored.answer)))
    again = from_store(through_json)
    assert replace(again, reused=None) == answered
    assert again.reused == ReusedFrom(answered_at="2026-11-15T12:00:00+00:00", origin="try 1")


def test_what_is_kept_says_who_paid_and_until_when_it_holds() -> None:
    stored = _stored(PLAIN)
    assert stored is not None
    assert (stored.key, stored.model, stored.origin) == ("k", "m", "try 1")
    assert (stored.answered_at, stored.expires_at) == (NOW, NOW + DAY)


def test_latency_and_cost_stay_those_of_the_first_time() -> None:
    stored = _stored(PLAIN)
    assert stored is not None
    again = from_store(stored)
    assert (again.latency_ms, again.cost, again.attempts) == (200.0, 12, 1)


@pytest.mark.parametrize("keep_for", [timedelta(0), timedelta(seconds=-1)])
def test_no_time_to_live_means_no_cache(keep_for: timedelta) -> None:
    assert _stored(PLAIN, keep_for) is None


def test_a_reused_answer_is_not_kept_a_second_time() -> None:
    assert _stored(replace(PLAIN, reused=ReusedFrom(answered_at="", origin=""))) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"text": "a\x00b"},
        {"text": "half \ud83d"},
        {"model": "\x00"},
        {"usage": Usage(raw={"\x00": 1})},
        {"tool_calls": (ToolCall(id="1", name="f", arguments="\ud800"),)},
    ],
)
def test_what_postgresql_cannot_hold_is_not_kept(changes: dict[str, Any]) -> None:
    assert _stored(replace(PLAIN, **changes)) is None


@pytest.mark.parametrize("text", ["\\u0000", "back\\slash \\\\u0000", "\\"])
def test_words_that_only_look_like_a_zero_character_are_kept(text: str) -> None:
    stored = _stored(replace(PLAIN, text=text))
    assert stored is not None
    assert from_store(stored).text == text


def test_a_number_that_json_does_not_have_becomes_none() -> None:
    stored = _stored(replace(PLAIN, usage=Usage(raw={"n": float("nan")})))
    assert stored is not None
    assert json.loads(json.dumps(stored.answer, allow_nan=False))
    assert from_store(stored).usage == Usage(raw={"n": None})


def test_the_time_of_the_answer_is_told_in_utc() -> None:
    stored = _stored(PLAIN)
    assert stored is not None
    east = timezone(timedelta(hours=2))
    reused = from_store(replace(stored, answered_at=NOW.astimezone(east))).reused
    assert reused is not None
    assert reused.answered_at == "2026-11-15T12:00:00+00:00"


def test_a_failure_in_the_table_is_a_defect_and_not_an_answer() -> None:
    wrong = StoredAnswer(
        key="k",
        model="m",
        answer={"failed": {"code": "quota", "message": "no"}},
        origin="",
        answered_at=NOW,
        expires_at=NOW,
    )
    with pytest.raises(TypeError):
        from_store(wrong)
