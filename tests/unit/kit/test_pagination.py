"""Cursors: what goes in comes out; what nobody put in is refused."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.kit.pagination import (
    BadCursor,
    PageRequest,
    decode_cursor,
    encode_cursor,
    page_of,
    row_number,
)


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_a_key_of_texts_comes_back(key: list[str]) -> None:
    assert decode_cursor(encode_cursor(tuple(key))) == tuple(key)


@given(st.datetimes(timezones=st.just(UTC)), st.uuids())
def test_a_time_and_an_id_come_back(at: datetime, identity: UUID) -> None:
    request = PageRequest.of(20, encode_cursor((at, identity)))

    assert request.key(datetime.fromisoformat, UUID) == (at, identity)


@given(st.text(min_size=1, max_size=300))
def test_any_text_is_a_cursor_or_refused(text: str) -> None:
    try:
        PageRequest.of(20, text).key(row_number)
    except BadCursor:
        return
    assert row_number(decode_cursor(text)[0]) >= 0


@pytest.mark.parametrize(
    "cursor",
    ["!", "AAAA", "é", "bnVsbA", "e30", "NQ", "W1tbW1tb", encode_cursor(("x",))],
)
def test_garbage_is_refused(cursor: str) -> None:
    with pytest.raises(BadCursor):
        PageRequest.of(20, cursor).key(row_number)


@pytest.mark.parametrize("key", [(), (1, 2), (-1,), (2**63,), (10**40,), ("",), (1.5,)])
def test_a_key_of_another_list_is_refused(key: tuple[object, ...]) -> None:
    with pytest.raises(BadCursor):
        PageRequest.of(20, encode_cursor(key)).key(row_number)


@given(st.integers(0, 60), st.integers(1, 20))
def test_pages_together_are_the_list(count: int, limit: int) -> None:
    rows = list(range(count))
    seen: list[int] = []
    cursor: str | None = None
    while True:
        after = PageRequest.of(limit, cursor).key(row_number)[0] if cursor else -1
        left = [row for row in rows if row > after][: limit + 1]
        page = page_of(left, limit, lambda row: (row,))
        seen += page.items
        assert len(page.items) <= limit
        if page.next_cursor is None:
            break
        cursor = page.next_cursor

    assert seen == rows


def test_without_a_cursor_a_list_starts_at_its_start() -> None:
    assert PageRequest.of(5, None) == PageRequest.of(5, "") == PageRequest(limit=5, after=None)
