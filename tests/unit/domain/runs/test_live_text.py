"""Text that is being said fits into notifications, its newest end first of all."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from edison.domain.runs.live_text import (
    LIVE_TEXT_CELLS,
    NOTICE_AT_MOST,
    SHOWN_AT_MOST,
    CellText,
    is_live,
    notices,
    texts_of,
    topic_of,
)
from edison.events.topic_wakeups import Follower

TOPIC = "run:0199f3a0-0000-7000-8000-000000000000"
WORDS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
    | st.sampled_from('\u20ac\U0001f600\\"\n\x01\u2028'),
    max_size=50,
)


def said(ordinal: int, text: str) -> CellText:
    return CellText(ordinal=ordinal, attempt=1, text=text, length=len(text))


@given(st.lists(st.tuples(WORDS, st.integers(1, 300)), max_size=LIVE_TEXT_CELLS))
def test_whatever_is_said_arrives_as_its_end_and_fits(parts: list[tuple[str, int]]) -> None:
    texts = [said(ordinal, words * times) for ordinal, (words, times) in enumerate(parts)]

    packed = list(notices(TOPIC, texts))

    assert all(len(notice.encode()) <= NOTICE_AT_MOST for notice in packed)
    assert {topic_of(notice) for notice in packed} <= {TOPIC}
    back = [text for notice in packed for text in texts_of(notice)]
    assert [text.ordinal for text in back] == list(range(len(texts)))
    for sent, arrived in zip(texts, back, strict=True):
        assert sent.text.endswith(arrived.text)
        assert arrived.length == len(sent.text)
        assert len(arrived.text) == min(len(sent.text), SHOWN_AT_MOST) or len(sent.text) > 900


def test_short_texts_share_one_notification_and_long_ones_do_not() -> None:
    assert len(list(notices(TOPIC, [said(n, "Paris") for n in range(20)]))) == 1
    assert len(list(notices(TOPIC, [said(n, "x" * 5000) for n in range(3)]))) == 3


def test_only_small_runs_are_live() -> None:
    assert is_live(1)
    assert is_live(20)
    assert not is_live(21)


async def test_a_slow_reader_finds_the_latest_of_each_cell_and_no_more_than_a_run_has() -> None:
    follower = Follower()
    for length in range(1000):
        follower.hear([said(ordinal, "x" * (length % 7)) for ordinal in range(50)])

    found = follower.take_texts()

    assert [text.ordinal for text in found] == list(range(LIVE_TEXT_CELLS))
    assert {len(text.text) for text in found} == {999 % 7}
    assert follower.take_texts() == []
    assert await follower.wait(1)
    assert not await follower.wait(0.01)


async def test_news_wake_a_follower_that_waits() -> None:
    follower = Follower()
    follower.news = False
    waiting = asyncio.create_task(follower.wait(5))
    await asyncio.sleep(0)

    follower.set()

    assert await waiting
    assert follower.news
